import { z } from "zod";

/** Of accounts that a user's API keys create. `used`: in 24 hours. `lapsed`: ended unconfirmed in 30 days. `resumesAt`: null if none is to wait. */
export const invitationBudget = z
  .strictObject({
    limit: z.int(),
    used: z.int(),
    lapsed: z.int(),
    resumesAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "InvitationBudget" });
export type InvitationBudget = z.infer<typeof invitationBudget>;

/** `isActive`: whether the key works, which it does not without Pro. */
export const apiKey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** Its first characters, to recognize it by. */
    keyPrefix: z.string(),
    scopes: z.array(z.enum(["users:read", "users:write", "health:read"])),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsed: z.iso.datetime().nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

/** `contactEmail`: where to ask for Pro, if the operator has set it. */
export const apiKeys = z.strictObject({
  apiKeys: z.array(apiKey),
  invitations: invitationBudget,
  contactEmail: z.string().nullable(),
});
