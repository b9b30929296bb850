import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";
import { emailAddress } from "../accounts/email-address-schema.ts";
import { linkToken, presentPassword, rememberMe, trustDevice } from "../accounts/schema.ts";

const code = z.string("This must be text").max(64, "This code is too long").optional();

export const login = z.strictObject({
  email: emailAddress.describe("As registered"),
  password: presentPassword.describe("As registered"),
  totpCode: code.describe("A code of the authenticator app, or a recovery code, if the account has a second factor"),
  emailCode: code.describe("The code that the address was sent, if the answer asked for one"),
  trustDevice,
  rememberMe,
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
