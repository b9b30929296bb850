import { z } from "zod";

/** Stand-ins for the schemas of the developer calls. */

export const clientCalls = z.strictObject({
  requests: z.array(
    z.strictObject({
      id: z.uuid(),
      time: z.iso.datetime(),
      endpoint: z.enum(["authorize", "token"]),
      error: z.string(),
      description: z.string(),
      differences: z.array(
        z.strictObject({ parameter: z.string(), expected: z.string().nullable(), received: z.string().nullable() }),
      ),
    }),
  ),
});

const scope = z.enum(["users:read", "users:write", "health:read"]);
export const apiKey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  keyPrefix: z.string(),
  scopes: z.array(scope),
  isActive: z.boolean(),
  lastUsed: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type ApiKey = z.infer<typeof apiKey>;
export const apiKeys = z.strictObject({ apiKeys: z.array(apiKey), contactEmail: z.string().nullable() });
export const apiKeyCreated = z.strictObject({ apiKey: apiKey.extend({ keyValue: z.string() }) });
export const apiKeyCreation = z.strictObject({
  name: z.string().trim().min(1, "Please enter a name").max(100, "Use at most 100 characters"),
  scopes: z.array(scope).min(1, "Choose at least one scope").optional(),
  expiresAt: z.iso.datetime().optional(),
});
