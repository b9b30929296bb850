import { accessCalls } from "./access-calls.ts";
import { adminListCalls } from "./admin-list-calls.ts";
import { analyticsCalls } from "./analytics-calls.ts";
import { type Call, invalidFields, message, tooMany, tooManyWrites } from "./call.ts";

const invalidLink = "400 invalid_token";
const usedLink = "the link was used, is older than 15 minutes, or a newer one was made";

const applicationRefusals = [
  invalidFields,
  ["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"],
  ["403 reauthentication_required", "confirm first that it is you"],
  ["404 not_found", "there is no such application"],
  tooManyWrites,
] as const;

/** The calls of admins, and of the links that the operator's command line prints. */
export const adminCalls: readonly Call[] = [
  ...adminListCalls,
  ...accessCalls,
  {
    method: "GET",
    path: "/api/admin/export",
    about:
      "A backup of everything, as a file of SQL: every event up to now, and the keys, which only the master key opens. For admins.",
    token: true,
    answers: "the file, named with the date",
    refuses: [
      ["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"],
      ["403 reauthentication_required", "confirm first that it is you"],
    ],
  },
  {
    method: "POST",
    path: "/api/admin/import",
    about:
      "Replaces all data with a backup, and everybody signs in again. Send the file as text/plain, or its text in JSON, to 100 MB. For admins.",
    token: true,
    takes: [
      ["dryRun", "in the query: true only checks the file, and says what would change"],
      ["until", "in the query: a time; what was recorded later is left out"],
      ["sqlContent", "the text of the file"],
    ],
    answers: "what changes, once it is done; with Accept: text/event-stream also how far it is",
    refuses: [
      [
        "400 invalid_fields",
        "the file is no whole backup of this service; the message says which line is wrong, and why",
      ],
      ["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"],
      ["403 reauthentication_required", "confirm first that it is you"],
      ["409 change_running", "another import or return is running"],
      ["501 only_by_command", "the service runs on several processes: import on the command line"],
    ],
  },
  {
    method: "GET",
    path: "/api/admin/generations",
    about: "The log that the service runs on, and those that were kept when a backup replaced them. For admins.",
    token: true,
    answers: "{ changesHere, generations: [{ generation, isActive, bytes, newestEventAt }] }",
    refuses: [["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"]],
  },
  {
    method: "POST",
    path: "/api/admin/generations/{generation}/activate",
    about: "Goes back to a log that was kept, and everybody signs in again. For admins.",
    token: true,
    answers: "{ generation, erased }, once it is done",
    refuses: [
      ["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"],
      ["403 reauthentication_required", "confirm first that it is you"],
      ["404 not_found", "there is no such generation"],
      ["409 already_active, change_running", "the service runs on it, or another import or return is running"],
      ["501 only_by_command", "the service runs on several processes: go back on the command line"],
    ],
  },
  {
    method: "GET",
    path: "/api/admin/notices",
    about:
      "What is wrong while the service goes on: what GET /health/ready calls degraded, and settings that do not fit what arrives. On several processes, of the one that answers. For admins.",
    token: true,
    answers: "{ notices: [{ part, reason }] }",
    refuses: [["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"]],
  },
  {
    method: "GET",
    path: "/api/admin/backups",
    about:
      "The backups that the service takes by itself: which was the last one, when one was last restored and compared with the log, and why the last one failed. Without BACKUP_DIR there are none, and `everySeconds` is null. `exportedAt`: when an admin last took one by GET /api/admin/export.",
    token: true,
    answers: "{ everySeconds, taken, proven, failed, exportedAt }",
    refuses: [["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"]],
  },
  {
    method: "PUT",
    path: "/api/admin/users/{id}/status",
    about: "Activates or deactivates an account. Deactivating ends all of its sessions. For admins.",
    token: true,
    takes: [["isActive", "true or false"]],
    answers: message,
    refuses: [
      invalidFields,
      ["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"],
      ["403 reauthentication_required", "confirm first that it is you"],
      ["404 not_found", "there is no such account"],
      ["409 last_admin", "it is the last active admin"],
      tooManyWrites,
    ],
  },
  {
    method: "PUT",
    path: "/api/admin/users/{id}/roles",
    about: "Sets the roles of an account. For admins.",
    token: true,
    takes: [["isAdmin, isDeveloper, isPro", "true or false"]],
    answers: message,
    refuses: [
      invalidFields,
      ["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"],
      ["403 reauthentication_required", "confirm first that it is you"],
      ["404 not_found", "there is no such account"],
      ["409 last_admin", "it is the last active admin"],
      ["409 email_not_verified", "only an account whose address is verified can be an admin"],
      tooManyWrites,
    ],
  },
  {
    method: "PUT",
    path: "/api/admin/applications/{id}/status",
    about:
      "Suspends or activates an application. Codes and tokens from before a suspension never work again. For admins.",
    token: true,
    takes: [["isActive", "true or false"]],
    answers: message,
    refuses: applicationRefusals,
  },
  {
    method: "PUT",
    path: "/api/admin/applications/{id}/trust",
    about:
      "Says whether an application is trusted. A trusted application asks for no consent. The end of trust ends the codes and tokens that its users never allowed, for good. For admins.",
    token: true,
    takes: [["trusted", "true or false"]],
    answers: message,
    refuses: applicationRefusals,
  },
  {
    method: "POST",
    path: "/api/auth/admin-link",
    about: "Makes the account of the session the first admin, and starts a new session.",
    token: true,
    takes: [["token", "of the link that the operator's terminal showed"]],
    answers: '200 { "token", "user" }',
    refuses: [invalidFields, [invalidLink, usedLink], ["409 has_admin", "there is an admin already"], tooManyWrites],
  },
  {
    method: "POST",
    path: "/api/auth/rescue/password",
    about: "Sets a new password with an operator's link. Every session ends.",
    token: false,
    takes: [
      ["token", "of the link that the operator gave you"],
      ["newPassword, confirmPassword", "at least 8 characters, twice the same"],
    ],
    answers: message,
    refuses: [invalidFields, [invalidLink, usedLink], ["400 known_password", "the password is common"], tooMany],
  },
  {
    method: "POST",
    path: "/api/auth/rescue/second-factors",
    about: "Removes every second factor with an operator's link. Every session ends.",
    token: false,
    takes: [["token", "of the link that the operator gave you"]],
    answers: message,
    refuses: [invalidFields, [invalidLink, usedLink], tooMany],
  },
  ...analyticsCalls,
];
