import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";
import { emailAddress } from "./email-address-schema.ts";
import { invitationToken } from "./joining-schema.ts";
import { authenticationOptions, authenticationResponse } from "./webauthn-schema.ts";

/** Schemas of the command calls. The web app imports this file too, so it may depend on nothing but zod. */

export { message, type Problem, problem, type User } from "@attestory/http/routing/answers.ts";
export { apiKeyCreated, apiKeyCreation, apiKeyParams } from "./api-key-schema.ts";
export * from "./application-schema.ts";
export * from "./authorize-schema.ts";
export * from "./dev-inbox-schema.ts";
export { emailAddress } from "./email-address-schema.ts";
export * from "./generation-schema.ts";
export * from "./joining-schema.ts";
export * from "./mail-schema.ts";
export {
  recoveryCodes,
  twoFactorEnabled,
  twoFactorSetUp,
  twoFactorVerification,
} from "./second-factor-schema.ts";
export { type AccountSecuring, accountSecuring } from "./secure-schema.ts";
export * from "./token-schema.ts";
export {
  type AuthenticationOptions,
  type AuthenticationResponse,
  authenticationOptions,
  type HardwareKey,
  hardwareKeyParams,
  hardwareKeyRegistered,
  hardwareKeyRegistration,
  hardwareKeyRename,
  keySignIn,
  keySignInBeginning,
  type RegistrationOptions,
  type RegistrationResponse,
  registrationOptions,
} from "./webauthn-schema.ts";

const passwordBytes = 1024;
const codePoints = (text: string) => [...text].length;
const bytes = (text: string) => new TextEncoder().encode(text).length;
/** Stored as entered, compared in lower case. */
export const username = z
  .string("Please choose a username")
  .min(1, "Please choose a username")
  .regex(/^[A-Za-z0-9_.-]{3,32}$/, "Use 3 to 32 letters, digits, dots, dashes or underscores");

/** Joiners control how letters join in Persian or Hindi words. Elsewhere they only make different names look the same. */
const joiners = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/gu;
const onlyVisible = (text: string) => !/[\p{C}\p{DI}\p{Zl}\p{Zp}]/u.test(text.replace(joiners, ""));

/** A first or last name: any script, no invisible characters or line breaks. An empty string means no name. */
export const personName = z
  .string("This must be text")
  .refine(onlyVisible, "Remove the invisible characters")
  .trim()
  .max(100, "Use at most 100 characters");

const presentPassword = z
  .string("Please enter your password")
  .min(1, "Please enter your password")
  .refine((text) => bytes(text) <= passwordBytes, "Use at most 1,024 bytes");

/** Taken exactly as received: no trimming, no normalisation. */
export const newPassword = presentPassword.refine(
  (text) => codePoints(text) >= 8,
  "Password must be at least 8 characters long.",
);

const confirmPassword = z.string("Please confirm the new password").min(1, "Please confirm the new password");

const whole = "Please open the whole link";
/** The token of a link that the terminal printed. */
const printedToken = z.string(whole).min(1, whole).max(200, whole);

export const registration = z.strictObject({
  email: emailAddress,
  username,
  password: newPassword,
  firstName: personName.nullish(),
  lastName: personName.nullish(),
  invitation: invitationToken.optional(),
  adminLink: printedToken.optional(),
});

/** An account that a program creates. */
export const userCreation = registration
  .omit({ password: true, invitation: true, adminLink: true })
  .meta({ id: "AccountCreation" });
export const userCreated = z.strictObject({ user }).meta({ id: "AccountCreated" });

/** For the form while the user types. The answer covers the fields that were sent. */
export const check = z.strictObject({
  username: username.optional(),
  password: presentPassword.optional(),
  invitation: invitationToken.optional(),
});
export const checked = z.strictObject({
  usernameFree: z.boolean().optional(),
  passwordKnown: z.boolean().optional(),
  invitationValid: z.boolean().optional(),
});

/** `totpCode`: the authenticator app's code, or a recovery code. `emailCode`: the code that the address was sent. */
export const login = z.strictObject({
  email: emailAddress,
  password: presentPassword,
  totpCode: z.string("This must be text").max(64, "This code is too long").optional(),
  emailCode: z.string("This must be text").max(64, "This code is too long").optional(),
  trustDevice: z.boolean("This must be true or false").optional(),
  rememberMe: z.boolean("This must be true or false").optional(),
});

/** `recoveryCodesLeft`: only after a sign-in that used a recovery code. */
export const signedIn = z
  .strictObject({ token: z.string(), user, recoveryCodesLeft: z.int().optional() })
  .meta({ id: "SignedIn" });

export const resendVerification = z.strictObject({ email: emailAddress });

const notOneToken = ({ input }: { input?: unknown }) =>
  input === undefined ? "No verification token provided" : "Invalid or expired verification token";
export const verifyEmailQuery = z.strictObject({ token: z.string({ error: notOneToken }) });

/**
 * `asksForCode`: the first sign-in needs a code that the address is sent, as another browser than this one registered. `signedIn`: the new
 * session of a browser that came with the session of the registration; null for any other.
 */
export const emailVerified = z.strictObject({
  message: z.string(),
  asksForCode: z.boolean(),
  signedIn: signedIn.nullable(),
});

const wholeLink = "Please open the link of the email again";
const linkToken = z.string(wholeLink).min(1, wholeLink).max(200, wholeLink);
/** The token of an unlock link. */
export const unlock = z.strictObject({ token: linkToken });

/** The token of a link whose page has a button. Opening the link changes nothing. */
export const notMe = z.strictObject({ token: z.string("This link has no token").min(1, "This link has no token") });

/** An entry of the account's activity, and its time. */
export const disownedActivity = z.strictObject({
  activityId: z.uuid("This is not the id of an entry"),
  time: z.iso.datetime("Use the time of the entry, such as 2026-03-01T12:00:00.000Z"),
});

export const profile = z.strictObject({ firstName: personName, lastName: personName }).meta({ id: "Profile" });

export const passwordChange = z.strictObject({ currentPassword: presentPassword, newPassword, confirmPassword });

export const forgotPassword = z.strictObject({ email: emailAddress });
export const passwordReset = z.strictObject({ token: linkToken, newPassword, confirmPassword });

const anyCode = z.string("This must be text").min(1, "Please enter the code").max(64, "This code is too long");
/** One of them. `totpCode`: the authenticator app's code, or a recovery code. `response`: of a hardware key. */
export const stepUp = z
  .strictObject({
    currentPassword: presentPassword.optional(),
    totpCode: anyCode.optional(),
    emailCode: anyCode.optional(),
    response: authenticationResponse.optional(),
  })
  .refine(
    (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
    "Send one of currentPassword, totpCode, emailCode and response",
  )
  .meta({ id: "StepUp" });
/** `methods`: the ways in which this account can confirm. `options`: for a hardware key, if it has one. */
export const stepUpBegun = z.strictObject({
  methods: z.array(z.enum(["password", "totp", "recovery_code", "hardware_key", "email_code"])),
  options: authenticationOptions.nullable(),
});
export const emailChange = z.strictObject({ newEmail: emailAddress });
/** The token of a link that confirms or undoes a change of the address. */
export const emailLink = z.strictObject({ token: linkToken }).meta({ id: "LinkToken" });
export const usernameChange = z.strictObject({ username });

/** For an account without a password. */
export const passwordSetting = passwordChange.omit({ currentPassword: true });

export const sessionParams = z.strictObject({ id: z.uuid("This is not the id of a session") });

export const userParams = z.strictObject({ id: z.uuid("This is not the id of an account") });
const yesOrNo = z.boolean("This must be true or false");
export const userStatus = z.strictObject({ isActive: yesOrNo });
export const userRoles = z.strictObject({ isAdmin: yesOrNo, isDeveloper: yesOrNo, isPro: yesOrNo });
export const trustedDeviceParams = z.strictObject({ id: z.uuid("This is not the id of a device") });

export const adminLink = z.strictObject({ token: printedToken });
export const rescuePassword = z.strictObject({ token: printedToken, newPassword, confirmPassword });
export const rescueSecondFactors = z.strictObject({ token: printedToken });
