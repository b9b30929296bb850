import { z } from "zod";

const passwordBytes = 1024;
const codePoints = (text: string) => [...text].length;
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** Stored as entered, compared in lower case. */
export const username = z
  .string("Please choose a username")
  .min(1, "Please choose a username")
  .regex(/^[A-Za-z0-9_.-]{3,32}$/, "Use 3 to 32 letters, digits, dots, dashes or underscores")
  .describe("3 to 32 letters, digits, dots, dashes or underscores");

/** Joiners control how letters join in Persian or Hindi words. Elsewhere they only make different names look the same. */
const joiners = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/gu;
const onlyVisible = (text: string) => !/[\p{C}\p{DI}\p{Zl}\p{Zp}]/u.test(text.replace(joiners, ""));

/** A first or last name: any script, no invisible characters or line breaks. An empty string means no name. */
export const personName = z
  .string("This must be text")
  .refine(onlyVisible, "Remove the invisible characters")
  .trim()
  .max(100, "Use at most 100 characters")
  .describe("At most 100 characters; empty for none");

export const presentPassword = z
  .string("Please enter your password")
  .min(1, "Please enter your password")
  .refine((text) => bytes(text) <= passwordBytes, "Use at most 1,024 bytes");

/** Taken exactly as received: no trimming, no normalisation. */
export const newPassword = presentPassword
  .refine((text) => codePoints(text) >= 8, "Password must be at least 8 characters long.")
  .describe("At least 8 characters, at most 1,024 bytes");
export const currentPassword = presentPassword.describe("The current password");

export const confirmPassword = z
  .string("Please confirm the new password")
  .min(1, "Please confirm the new password")
  .describe("The new password again");

const whole = "Please open the whole link";

/** The token of a link that the terminal printed. */
export const printedToken = z
  .string(whole)
  .min(1, whole)
  .max(200, whole)
  .describe("From the link that the operator's command line printed");

const wholeLink = "Please open the link of the email again";
/** The token of a link that an email has. */
export const linkToken = z
  .string(wholeLink)
  .min(1, wholeLink)
  .max(200, wholeLink)
  .describe("From the link of the email");

export const yesOrNo = z.boolean("This must be true or false");

/** Of every way to sign in. */
export const rememberMe = yesOrNo.optional().describe("true: the session lasts longer");
export const trustDevice = yesOrNo
  .optional()
  .describe("true: this browser is asked for no second factor in the next 30 days");
