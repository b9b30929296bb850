import { z } from "zod";

/** Schemas of what admins see of API keys, applications and consents. */

/** `username`: null once the person is erased. */
const owner = z
  .strictObject({ id: z.uuid(), username: z.string().nullable(), isActive: z.boolean() })
  .meta({ id: "Owner" });
export type AccessOwner = z.infer<typeof owner>;

/** `lastUsedAt`: recorded every five minutes at most; null if it was never used. */
const held = { owner, createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() };
const nextCursor = z.string().nullable();

/** `isActive`: whether the key works. */
export const heldApiKey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    keyPrefix: z.string(),
    scopes: z.array(z.string()),
    isActive: z.boolean(),
    expiresAt: z.iso.datetime().nullable(),
    ...held,
  })
  .meta({ id: "HeldApiKey" });
export type HeldApiKey = z.infer<typeof heldApiKey>;
export const heldApiKeys = z.strictObject({ apiKeys: z.array(heldApiKey), nextCursor });

/** `isActive`: false while an admin has suspended it. */
export const heldApplication = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** Its id, or the address of its metadata document. */
    clientId: z.string(),
    logoUrl: z.string().nullable(),
    type: z.enum(["confidential", "public"]),
    isActive: z.boolean(),
    trusted: z.boolean(),
    ...held,
  })
  .meta({ id: "HeldApplication" });
export type HeldApplication = z.infer<typeof heldApplication>;
export const heldApplications = z.strictObject({ applications: z.array(heldApplication), nextCursor });

/** `owner`: who gave it. The application's name is null once it is deleted. */
export const givenConsent = z
  .strictObject({
    application: z.strictObject({ id: z.uuid(), name: z.string().nullable() }),
    scopes: z.array(z.string()),
    ...held,
  })
  .meta({ id: "GivenConsent" });
export type GivenConsent = z.infer<typeof givenConsent>;
export const givenConsents = z.strictObject({ consents: z.array(givenConsent), nextCursor });
