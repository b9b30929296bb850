import { z } from "zod";
import { emailAddress } from "../accounts/email-address-schema.ts";
import { confirmPassword, currentPassword, linkToken, newPassword, personName, username } from "../accounts/schema.ts";

export const profile = z.strictObject({ firstName: personName, lastName: personName }).meta({ id: "Profile" });
export const passwordChange = z.strictObject({ currentPassword, newPassword, confirmPassword });
export const emailChange = z.strictObject({ newEmail: emailAddress.describe("The address that gets the link") });

/** The token of a link that confirms or undoes a change of the address. */
export const emailLink = z
  .strictObject({
    token: linkToken.describe("From the link of the email: works for 24 hours, one that undoes a change for 72"),
  })
  .meta({ id: "LinkToken" });
export const usernameChange = z.strictObject({ username });

/** For an account without a password. */
export const passwordSetting = passwordChange.omit({ currentPassword: true });
