import { z } from "zod";
import { emailAddress } from "../accounts/email-address-schema.ts";
import { confirmPassword, linkToken, newPassword } from "../accounts/schema.ts";

/** The token of a link whose page has a button. Opening the link changes nothing. */
export const notMe = z.strictObject({
  token: z
    .string("This link has no token")
    .min(1, "This link has no token")
    .describe("From the link “This wasn't me” of the email; about a change, it works for 72 hours"),
});

/** An entry of the account's activity, and its time. */
export const disownedActivity = z.strictObject({
  activityId: z.uuid("This is not the id of an entry").describe("The id of the entry"),
  time: z.iso.datetime("Use the time of the entry, such as 2026-03-01T12:00:00.000Z").describe("The time of the entry"),
});
export const forgotPassword = z.strictObject({ email: emailAddress.describe("The address of the account") });
export const passwordReset = z.strictObject({
  token: linkToken.describe("From the link of the email; works once within 30 minutes"),
  newPassword,
  confirmPassword,
});
