import { z } from "zod";

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

/** When the session that asks ends: if it is not used before `idleEndsAt`, and at the latest at `endsAt`. `now` by the service's clock. */
export const sessionEnd = z.strictObject({
  now: z.iso.datetime(),
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
