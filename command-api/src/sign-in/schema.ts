import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";
import { emailAddress } from "../accounts/email-address-schema.ts";
import { linkToken, presentPassword, yesOrNo } from "../accounts/schema.ts";

/** `totpCode`: the authenticator app's code, or a recovery code. `emailCode`: the code that the address was sent. */
export const login = z.strictObject({
  email: emailAddress,
  password: presentPassword,
  totpCode: z.string("This must be text").max(64, "This code is too long").optional(),
  emailCode: z.string("This must be text").max(64, "This code is too long").optional(),
  trustDevice: yesOrNo.optional(),
  rememberMe: yesOrNo.optional(),
});

/** `recoveryCodesLeft`: only after a sign-in that used a recovery code. */
export const signedIn = z
  .strictObject({ token: z.string(), user, recoveryCodesLeft: z.int().optional() })
  .meta({ id: "SignedIn" });

/** The token of an unlock link. */
export const unlock = z.strictObject({ token: linkToken });
// As they were sent, and not in lower case: the command ids of these two calls have always been made so.
export const sessionParams = z.strictObject({ id: z.uuid("This is not the id of a session") });
export const trustedDeviceParams = z.strictObject({ id: z.uuid("This is not the id of a device") });
