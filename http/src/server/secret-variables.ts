import { z } from "zod";

/** How long after an authentication a session may make the calls that ask for a recent one, and when client secrets are shown. */
export interface SecretSettings {
  stepUpSeconds: number;
  /** `once`: a client secret is shown when it is made, and never again. */
  clientSecretDisplay: "always" | "once";
}

const mostSeconds = 400 * 24 * 3600;

/** Of both APIs: one asks for the recent authentication, the other shows secrets only after one. */
export const secretVariables = {
  STEP_UP_SECONDS: z
    .string()
    .regex(/^\d{1,8}$/, "must be a number of seconds")
    .transform(Number)
    .refine((seconds) => seconds >= 1 && seconds <= mostSeconds, "must be between a second and 400 days, in seconds")
    .default(300),
  CLIENT_SECRET_DISPLAY: z.enum(["always", "once"], "must be always or once").default("always"),
};
const variables = z.object(secretVariables);

export const secretSettings = (parsed: z.infer<typeof variables>): SecretSettings => ({
  stepUpSeconds: parsed.STEP_UP_SECONDS,
  clientSecretDisplay: parsed.CLIENT_SECRET_DISPLAY,
});
