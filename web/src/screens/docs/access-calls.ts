import { type Call, invalidFields, message, reauthenticate, tooManyWrites } from "./call.ts";

const forAdmins = [
  "403 forbidden, second_factor_required",
  "you are not an admin, or must set up a second factor first",
] as const;
const takes = [
  ["user", "optional, the id of an account: of this user alone"],
  ["unused", "optional, 1 to 3650: what was not used for so many days, the oldest use first"],
  ["limit", "optional, 1 to 200; 50 by default"],
  ["cursor", "optional, nextCursor of the page before"],
] as const;

const noApplication = ["404 not_found", "there is no such application"] as const;

/** The calls of admins about API keys, applications and consents, and about the mail settings. */
export const accessCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/admin/api-keys",
    about: "Returns the API keys of all users, newest first, with their owners and last uses. For admins.",
    token: true,
    takes,
    answers: '200 { "apiKeys", "nextCursor" }',
    refuses: [invalidFields, forAdmins],
  },
  {
    method: "GET",
    path: "/api/admin/applications",
    about:
      "Returns the applications of all users, newest first, with their owners and last uses. What an application does with a token that it got for itself is not counted as a use. For admins.",
    token: true,
    takes,
    answers: '200 { "applications", "nextCursor" }',
    refuses: [invalidFields, forAdmins],
  },
  {
    method: "GET",
    path: "/api/admin/consents",
    about: "Returns what users allow applications, newest first, with when it was last used. For admins.",
    token: true,
    takes,
    answers: '200 { "consents", "nextCursor" }',
    refuses: [invalidFields, forAdmins],
  },
  {
    method: "POST",
    path: "/api/admin/applications/{id}/hand-over",
    about:
      "Makes another developer the owner of an application. Its tokens, its consents and its client secret stay. For admins.",
    token: true,
    takes: [["userId", "the id of an active account with a verified address and developer access"]],
    answers: message,
    refuses: [
      invalidFields,
      forAdmins,
      reauthenticate,
      noApplication,
      ["409 not_a_developer", "the account may not own applications"],
      ["409 too_many_applications", "the account has 25 applications"],
      ["409 owns_already, owner_changed", "it belongs to that account, or was handed over just now"],
      tooManyWrites,
    ],
  },
  {
    method: "DELETE",
    path: "/api/admin/applications/{id}",
    about: "Deletes the application of any user. Its codes and tokens stop working. For admins.",
    token: true,
    answers: message,
    refuses: [forAdmins, reauthenticate, noApplication, tooManyWrites],
  },
  {
    method: "DELETE",
    path: "/api/admin/api-keys/{id}",
    about: "Revokes the API key of any user. It stops working at once. For admins.",
    token: true,
    answers: message,
    refuses: [forAdmins, reauthenticate, ["404 not_found", "there is no such API key"], tooManyWrites],
  },
  {
    method: "DELETE",
    path: "/api/admin/consents/{userId}/{applicationId}",
    about: "Revokes what a user allows an application. Its codes and tokens for this user stop working. For admins.",
    token: true,
    answers: message,
    refuses: [forAdmins, reauthenticate, ["404 not_found", "there is no such consent"], tooManyWrites],
  },
  {
    method: "GET",
    path: "/api/admin/mail",
    about: "Returns the mail settings, without credentials. For admins.",
    token: true,
    answers: '200 { "transport", "from", "server" }',
    refuses: [forAdmins],
  },
  {
    method: "GET",
    path: "/api/admin/mail/previews",
    about: "Returns every email of the service with sample data, and when it is sent. Nothing is sent. For admins.",
    token: true,
    answers: '200 [{ "id", "when", "subject", "text" }]',
    refuses: [forAdmins],
  },
  {
    method: "GET",
    path: "/api/admin/mail/previews/{id}/html",
    about: "Returns the HTML of one of these emails, as a page for a frame of the service's own pages. For admins.",
    token: true,
    takes: [["theme", "light or dark; by default, that of the browser"]],
    answers: "200, text/html",
    refuses: [forAdmins, ["404 not_found", "there is no such email"]],
  },
  {
    method: "POST",
    path: "/api/admin/mail/test",
    about:
      "Sends a test email to your own address at once, and returns how far it got: the connection, TLS, the sign-in, the sender, the recipient and the message, each with the words of the mail server. For admins.",
    token: true,
    answers: '200 { "transport", "sentTo", "steps" }',
    refuses: [
      forAdmins,
      ["429 too_many_attempts", "more than one in five seconds; see Retry-After"],
      ["503 mail_worker_silent", "the process that sends emails does not answer"],
    ],
  },
];
