import { z } from "zod";
import { emailAddress } from "../accounts/email-address-schema.ts";
import { newPassword, personName, presentPassword, printedToken, username } from "../accounts/schema.ts";
import { invitationToken } from "../joining/schema.ts";
import { signedIn } from "../sign-in/schema.ts";

export const registration = z.strictObject({
  email: emailAddress,
  username,
  password: newPassword,
  firstName: personName.nullish().describe("At most 100 characters"),
  lastName: personName.nullish().describe("At most 100 characters"),
  invitation: invitationToken.optional(),
  adminLink: printedToken.optional().describe("From the link for the first admin: then no email is sent"),
});

/** For the form while the user types. The answer covers the fields that were sent. */
export const check = z.strictObject({
  username: username.optional(),
  password: presentPassword.optional().describe("At most 1,024 bytes"),
  invitation: invitationToken.optional(),
});
/** `usernameReserved`: nobody can have it, such as `admin`. */
export const checked = z.strictObject({
  usernameFree: z.boolean().optional(),
  usernameReserved: z.literal(true).optional(),
  passwordKnown: z.boolean().optional(),
  invitationValid: z.boolean().optional(),
});
export const resendVerification = z.strictObject({ email: emailAddress.describe("The address of the registration") });
const notOneToken = ({ input }: { input?: unknown }) =>
  input === undefined ? "No verification token provided" : "Invalid or expired verification token";
export const verifyEmailQuery = z.strictObject({
  token: z.string({ error: notOneToken }).describe("From the link of the email"),
});

/**
 * `asksForCode`: the first sign-in needs a code that the address is sent, as another browser than this one registered. `signedIn`: the new
 * session of a browser that came with the session of the registration; null for any other.
 */
export const emailVerified = z.strictObject({
  message: z.string(),
  asksForCode: z.boolean(),
  signedIn: signedIn.nullable(),
});
