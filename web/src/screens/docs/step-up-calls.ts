import { type Call, invalidFields, message, tooMany, tooManyWrites } from "./call.ts";

/** How a session proves again who its user is. */
export const stepUpCalls: readonly Call[] = [
  {
    method: "POST",
    path: "/api/auth/step-up",
    about:
      "Confirms that it is you. For five minutes after that, or after signing in, the session may make the calls that protect the account.",
    token: true,
    takes: [
      ["currentPassword", "the current password; send this or one of the others"],
      ["totpCode", "a code of the authenticator app, or a recovery code"],
      ["emailCode", "the code that the address was sent, if the account has no password"],
      ["response", "the answer of a hardware key to the options"],
    ],
    answers: message,
    refuses: [
      invalidFields,
      ["400 wrong_password", "the current password is wrong"],
      ["400 invalid_code", "the code is wrong, was used or is no longer valid"],
      ["400 invalid_challenge, invalid_key_response, wrong_key", "the hardware key's answer is not accepted"],
      ["401 session_ended", "a password or a code was wrong too many times"],
      tooMany,
      tooManyWrites,
    ],
  },
  {
    method: "POST",
    path: "/api/auth/step-up/begin",
    about: "Lists the ways in which you can confirm that it is you.",
    token: true,
    answers: '200 { "methods", "options" }',
    refuses: [tooManyWrites],
  },
  {
    method: "POST",
    path: "/api/auth/step-up/email",
    about: "Sends a code to your address. Only if the account has no password.",
    token: true,
    answers: message,
    refuses: [["409 has_password", "the account has a password"], tooManyWrites],
  },
];
