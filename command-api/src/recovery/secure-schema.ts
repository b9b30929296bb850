import { z } from "zod";
import { yesOrNo } from "../accounts/schema.ts";

/** The schema of the calls that secure an account. */

/** A part that ends takes others with it, and the email says what ended. */
const takenAlong = [
  ["password", "sessions", "Sessions end with the password"],
  ["consents", "sessions", "The tokens of applications end with the sessions"],
  ["sessions", "trustedBrowsers", "Trusted browsers end with the sessions"],
  ["hardwareKeys", "trustedBrowsers", "Trusted browsers end with the hardware keys"],
  ["twoFactor", "trustedBrowsers", "Trusted browsers end with the authenticator app"],
] as const;

/** What ends. The owner's own session stays. */
export const accountSecuring = z
  .strictObject({
    password: yesOrNo.describe("Whether it ends; needs sessions"),
    sessions: yesOrNo.describe("Whether they end, with the tokens of applications; needs trustedBrowsers"),
    consents: yesOrNo.describe("Whether every application asks again; needs sessions"),
    apiKeys: yesOrNo.describe("Whether they end"),
    hardwareKeys: yesOrNo.describe("Whether they are removed, with the passkeys; needs trustedBrowsers"),
    twoFactor: yesOrNo.describe(
      "Whether the authenticator app and the recovery codes are removed; needs trustedBrowsers",
    ),
    trustedBrowsers: yesOrNo.describe("Whether they are asked for a second factor again"),
  })
  .superRefine((chosen, context) => {
    for (const [part, taken, message] of takenAlong) {
      if (chosen[part] && !chosen[taken]) context.addIssue({ code: "custom", path: [taken], message });
    }
    if (!Object.values(chosen).includes(true)) {
      context.addIssue({ code: "custom", path: ["password"], message: "Choose what ends" });
    }
  })
  .meta({ id: "AccountSecuring" });
export type AccountSecuring = z.infer<typeof accountSecuring>;
