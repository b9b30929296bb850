import { z } from "zod";

/** Stand-ins for the schemas of the developer calls. */

export const application = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  logoUrl: z.string().nullable(),
  homepageUrl: z.string().nullable(),
  redirectUris: z.array(z.string()),
  clientId: z.string(),
  clientSecret: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  type: z.enum(["confidential", "public"]),
  requirePkce: z.boolean(),
});
export type Application = z.infer<typeof application>;
export const developerApplications = z.strictObject({ applications: z.array(application) });
export const applicationAnswer = z.strictObject({ application });

const url = z.literal("").or(z.url("Use a whole address, such as https://app.example.com/callback"));
const fields = {
  name: z.string().trim().min(1, "Please enter a name").max(100, "Use at most 100 characters"),
  description: z.string().max(1000, "Use at most 1,000 characters").nullish(),
  logoUrl: url.nullish(),
  homepageUrl: url.nullish(),
  redirectUris: z.array(url).min(1, "Enter at least one redirect URI"),
  requirePkce: z.boolean().optional(),
};
export const applicationChange = z.strictObject(fields);
export const applicationRegistration = applicationChange.extend({
  type: z.enum(["confidential", "public"]).optional(),
});

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
