import { z } from "zod";

/** Schemas of the calls with API keys. */

const onlyVisible = (text: string) => !/[\p{C}\p{DI}\p{Zl}\p{Zp}]/u.test(text);
const unknownScopes = "Use users:read, users:write or health:read";

export const apiKeyCreation = z.strictObject({
  name: z
    .string("Please enter a name for the key")
    .refine(onlyVisible, "Remove the invisible characters")
    .trim()
    .min(1, "Please enter a name for the key")
    .max(100, "Use at most 100 characters")
    .describe("1 to 100 characters"),
  scopes: z
    .array(z.enum(["users:read", "users:write", "health:read"], unknownScopes), unknownScopes)
    .min(1, "Choose at least one scope")
    .max(3, "Name each scope once")
    .refine((scopes) => new Set(scopes).size === scopes.length, "Name each scope once")
    .optional()
    .describe("What the key may do; everything by default"),
  expiresAt: z.iso
    .datetime("Use a time such as 2030-03-01T12:00:00.000Z")
    .nullish()
    .describe("From when on the key no longer works; never by default"),
});

export const apiKeyParams = z.strictObject({ id: z.uuid("This is not the id of an API key").toLowerCase() });

/** `keyValue`: the key itself, in this answer alone. */
export const apiKeyCreated = z.strictObject({
  apiKey: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    keyPrefix: z.string(),
    keyValue: z.string(),
    scopes: z.array(z.enum(["users:read", "users:write", "health:read"])),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsed: z.iso.datetime().nullable(),
  }),
});
