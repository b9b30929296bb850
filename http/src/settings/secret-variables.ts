import { z } from "zod";

/** What keeps secrets and the calls of admins from a session that is not trusted enough. */
export interface SecretSettings {
  /** How long after an authentication a session may make the calls that ask for a recent one. */
  stepUpSeconds: number;
  /** Whether admins without a second factor are refused the calls of admins. */
  requireAdminSecondFactor: boolean;
  /** `once`: a client secret is shown when it is made, and never again. */
  clientSecretDisplay: "always" | "once";
}

const mostSeconds = 400 * 24 * 3600;

/** Of both APIs: one asks for a recent authentication, the other shows secrets only after one; both have calls of admins. */
export const secretVariables = {
  STEP_UP_SECONDS: z
    .string()
    .regex(/^\d{1,8}$/, "must be a number of seconds, such as 300")
    .transform(Number)
    .refine(
      (seconds) => seconds >= 1 && seconds <= mostSeconds,
      "must be between a second and 400 days, in seconds, such as 300",
    )
    .default(300),
  CLIENT_SECRET_DISPLAY: z.enum(["always", "once"], "must be always or once").default("always"),
  REQUIRE_ADMIN_2FA: z.enum(["on", "off"], "must be on or off").default("off"),
};
const variables = z.object(secretVariables);

export const secretSettings = (parsed: z.infer<typeof variables>): SecretSettings => ({
  stepUpSeconds: parsed.STEP_UP_SECONDS,
  requireAdminSecondFactor: parsed.REQUIRE_ADMIN_2FA === "on",
  clientSecretDisplay: parsed.CLIENT_SECRET_DISPLAY,
});
