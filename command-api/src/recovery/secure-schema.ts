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

/** What ends. `sessions`: with the tokens of applications; the owner's own session stays. `twoFactor`: with the recovery codes. */
export const accountSecuring = z
  .strictObject({
    password: yesOrNo,
    sessions: yesOrNo,
    consents: yesOrNo,
    apiKeys: yesOrNo,
    hardwareKeys: yesOrNo,
    twoFactor: yesOrNo,
    trustedBrowsers: yesOrNo,
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
