import { type Call, invalidFields, message } from "./call.ts";

const invalidLink = ["400 invalid_token", "the link was used, has expired, or a newer one was sent"] as const;
const stepUp = ["403 reauthentication_required", "the last authentication is more than five minutes ago"] as const;

/** Calls about a lost password, and changes of the address and the username. */
export const recoveryCalls: readonly Call[] = [
  {
    method: "POST",
    path: "/api/auth/forgot-password",
    about: "Sends a link that sets a new password. The answer is the same whether or not there is such an account.",
    token: false,
    takes: [["email", "the address of the account"]],
    answers: message,
    refuses: [invalidFields],
  },
  {
    method: "POST",
    path: "/api/auth/reset-password",
    about: "Sets a new password and ends every session. Does not sign in.",
    token: false,
    takes: [
      ["token", "from the email; works once within 30 minutes"],
      ["newPassword, confirmPassword", "the same twice, at least 8 characters"],
    ],
    answers: message,
    refuses: [
      invalidFields,
      ["400 known_password", "the new password is common, or is your name or address"],
      invalidLink,
      ["429 too_many_attempts", "more than 100 links an hour from one network; see Retry-After"],
    ],
  },
  {
    method: "GET",
    path: "/api/user/email",
    about: "The address, and another one that was asked for and whose link was not opened yet.",
    token: true,
    answers: '200 { "email", "pending": { "email", "expiresAt" } or null }',
  },
  {
    method: "PUT",
    path: "/api/user/email",
    about: "Sends a link to another address, which counts once the link is opened. The current address gets an email.",
    token: true,
    takes: [["newEmail", "an email address"]],
    answers: message,
    refuses: [
      invalidFields,
      ["400 same_email", "it is your address already"],
      stepUp,
      ["409 email_taken", "another account uses it"],
      ["429 too_many_attempts", "more than one a minute for an address, or ten a day; see Retry-After"],
    ],
  },
  {
    method: "DELETE",
    path: "/api/user/email-change",
    about: "Takes back the request for another address.",
    token: true,
    answers: message,
    refuses: [["404 not_found", "no other address was asked for"]],
  },
  {
    method: "POST",
    path: "/api/auth/confirm-email",
    about: "Changes the address. The former one stays reserved for 72 hours.",
    token: false,
    takes: [["token", "from the email to the new address; works for 24 hours"]],
    answers: message,
    refuses: [invalidFields, invalidLink, ["409 email_taken", "another account has it by now"]],
  },
  {
    method: "POST",
    path: "/api/auth/undo-email",
    about: "Restores the former address, ends every session and sends a link that sets a new password.",
    token: false,
    takes: [["token", "from the email to the former address; works for 72 hours"]],
    answers: message,
    refuses: [invalidFields, invalidLink],
  },
  {
    method: "PUT",
    path: "/api/user/username",
    about: "Changes the username. The former one is free at once.",
    token: true,
    takes: [["username", "3 to 32 letters, digits, dots, dashes or underscores"]],
    answers: message,
    refuses: [
      invalidFields,
      ["409 username_taken", "another account uses it"],
      ["429 too_many_attempts", "more than three changes a day; see Retry-After"],
    ],
  },
];
