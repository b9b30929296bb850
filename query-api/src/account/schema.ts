import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";

export const me = z.strictObject({ user });

/** The addresses of the signed-in user. `pending`: another one that was asked for, until its link is opened or expires. */
export const emailAddresses = z.strictObject({
  email: z.string(),
  pending: z.strictObject({ email: z.string(), expiresAt: z.iso.datetime() }).nullable(),
});

/** What signs in to an account or acts for it, counted. Of the sessions, all but the one that asks. `recoveryCodes`: how many still work. */
export const protection = z
  .strictObject({
    hasPassword: z.boolean(),
    sessions: z.int(),
    consents: z.int(),
    apiKeys: z.int(),
    hardwareKeys: z.int(),
    twoFactorEnabled: z.boolean(),
    recoveryCodes: z.int(),
    trustedBrowsers: z.int(),
  })
  .meta({ id: "Protection" });
export type Protection = z.infer<typeof protection>;
