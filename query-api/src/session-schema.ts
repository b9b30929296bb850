import { z } from "zod";

/** Schemas of sessions and hardware keys. `api-schema.ts` exports them: it depends on nothing but zod. */

export const session = z
  .strictObject({
    id: z.uuid(),
    userAgent: z.string().nullable(),
    ipAddress: z.string().nullable(),
    lastAccess: z.iso.datetime(),
    isCurrent: z.boolean(),
    createdAt: z.iso.datetime(),
    /** In words: "Firefox on Linux". */
    device: z.string(),
    /** The network of the address, or "This machine"; null if unknown. */
    location: z.string().nullable(),
    /** How it was started. `link`: a link that an operator made. */
    method: z.enum(["password", "passkey", "registration", "link"]),
    /** What was given beside it; null for nothing. */
    secondFactor: z.enum(["totp", "recovery-code", "hardware-key", "trusted-device", "email-code"]).nullable(),
    /** Both in words: "a password and a code". */
    signedInWith: z.string(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;
export const sessions = z.array(session);

export const hardwareKey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    /** When the key last signed in or confirmed a session; null if it never did. */
    lastUsed: z.iso.datetime().nullable(),
  })
  .meta({ id: "HardwareKey" });
export type HardwareKey = z.infer<typeof hardwareKey>;
export const hardwareKeys = z.strictObject({ hardwareKeys: z.array(hardwareKey) });
