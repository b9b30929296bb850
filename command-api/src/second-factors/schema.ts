import { z } from "zod";

/** Schemas of the calls for second factors. */

const sixDigits = "Please enter a 6-digit code from your authenticator app.";
/** A code of the authenticator app. */
export const totpCode = z
  .string(sixDigits)
  .regex(/^[0-9]{6}$/, sixDigits)
  .describe("A code of the authenticator app, six digits");
/** `qrCode` is the source of an image. */
export const twoFactorSetUp = z.strictObject({ qrCode: z.string(), secret: z.string() });
export const twoFactorVerification = z.strictObject({ totpCode });
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });
/** `recoveryCodes`: null if codes of another second factor are left. */
export const twoFactorEnabled = z.strictObject({ message: z.string(), recoveryCodes: z.array(z.string()).nullable() });
