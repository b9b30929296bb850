import { type Call, invalidFields, message, tooMany, tooManyWrites } from "./call.ts";

const stepUp = ["403 reauthentication_required", "confirm first that it is you"] as const;
const refusedAnswers = [
  [
    "400 invalid_challenge",
    "the challenge is older than five minutes, was used, or is of another session or of before the account was secured",
  ],
  ["400 invalid_key_response", "the answer is of another page, or not right"],
] as const;
const notYours = ["404 not_found", "the key was removed or is not yours"] as const;

/** Hardware keys and passkeys (WebAuthn). */
export const hardwareKeyCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/auth/webauthn/register-begin",
    about: "Returns the options with which a browser asks for a new hardware key or passkey.",
    token: true,
    answers: '200 { "challenge", "user", "rp", … }',
    refuses: [stepUp],
  },
  {
    method: "POST",
    path: "/api/auth/webauthn/register-complete",
    about: "Adds the key that answered. The first second factor of an account comes with recovery codes.",
    token: true,
    takes: [["response", "what the key answered; bytes as base64url or as lists of numbers"]],
    answers: '201 { "message", "hardwareKey", "recoveryCodes"? }',
    refuses: [
      invalidFields,
      ...refusedAnswers,
      stepUp,
      ["409 key_registered", "an account has this key already"],
      ["409 too_many_keys", "the account has 50 keys"],
      tooManyWrites,
    ],
  },
  {
    method: "POST",
    path: "/api/auth/webauthn/login-begin",
    about: "Returns the options for signing in with a passkey, or with a key after the password.",
    token: false,
    takes: [
      ["loginTicket", "optional, from the answer to a right password"],
      ["email", "optional; changes nothing"],
    ],
    answers: '200 { "challenge", "allowCredentials", … }',
    refuses: [invalidFields, ["401 sign_in_again", "the ticket is older than five minutes, or not valid"]],
  },
  {
    method: "POST",
    path: "/api/auth/webauthn/login-complete",
    about: "Signs in with what the passkey or the key answered.",
    token: false,
    takes: [
      ["response", "what the key answered"],
      ["loginTicket", "optional, the one that the options were asked with"],
      ["rememberMe, trustDevice", "optional, true or false"],
    ],
    answers: '200 { "token", "user" }',
    refuses: [
      invalidFields,
      ...refusedAnswers,
      ["401 wrong_key", "no account has this key, or it did not sign"],
      ["401 sign_in_again", "the ticket is older than five minutes, or not valid"],
      tooMany,
    ],
  },
  {
    method: "GET",
    path: "/api/user/hardware-keys",
    about: "Lists your hardware keys and passkeys.",
    token: true,
    answers: '200 { "hardwareKeys" }',
  },
  {
    method: "GET",
    path: "/api/user/ways-in",
    about: "Whether the account has a password, and how many hardware keys.",
    token: true,
    answers: '200 { "hasPassword", "hardwareKeys" }',
  },
  {
    method: "GET",
    path: "/api/user/protection",
    about: "Counts what signs in to your account or acts for it. Of the sessions, all but yours.",
    token: true,
    answers:
      '200 { "hasPassword", "sessions", "consents", "apiKeys", "hardwareKeys", "twoFactorEnabled", "recoveryCodes", "trustedBrowsers" }',
  },
  {
    method: "PUT",
    path: "/api/user/hardware-keys/{keyId}",
    about: "Renames a key.",
    token: true,
    takes: [["name", "1 to 64 characters"]],
    answers: message,
    refuses: [invalidFields, notYours, tooManyWrites],
  },
  {
    method: "DELETE",
    path: "/api/user/hardware-keys/{keyId}",
    about: "Removes a key.",
    token: true,
    answers: message,
    refuses: [
      stepUp,
      notYours,
      ["409 last_way_in", "it is the last passkey of an account without a password"],
      tooManyWrites,
    ],
  },
  {
    method: "DELETE",
    path: "/api/user/password",
    about: "Removes the password of an account that has a passkey. Every other session ends.",
    token: true,
    answers: message,
    refuses: [
      stepUp,
      ["409 passkey_needed", "no key can sign in without the password"],
      ["409 no_password", "the account has none"],
      tooManyWrites,
    ],
  },
  {
    method: "POST",
    path: "/api/user/password",
    about: "Sets a password for an account that has none. Every other session ends.",
    token: true,
    takes: [
      ["newPassword", "at least 8 characters, at most 1,024 bytes"],
      ["confirmPassword", "the same again"],
    ],
    answers: message,
    refuses: [
      invalidFields,
      ["400 known_password", "the password is common, or is your name or address"],
      stepUp,
      ["409 has_password", "the account has one; change it with the current one"],
      tooManyWrites,
    ],
  },
];
