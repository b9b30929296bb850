import { type Call, invalidFields, message, reauthenticate, securedParts, tooManyWrites } from "./call.ts";

const paging = [
  ["limit", "optional, 1 to 200; 50 by default"],
  ["cursor", "optional, nextCursor of the page before"],
] as const;
const notAdmin = [
  "403 forbidden, second_factor_required",
  "you are not an admin, or must set up a second factor first",
] as const;

const noAccount = ["404 not_found", "there is no such account"] as const;

/** What admins see of the whole service. */
export const adminListCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/admin/users",
    about: "Returns the accounts, the newest first, or those that a search finds. For admins.",
    token: true,
    takes: [
      [
        "query",
        "optional, the beginning of a name, an address, a username, or a domain with a dot (example.com); @example.com finds domains alone",
      ],
      ["sort", "optional: newest, oldest, email, username or name; a search comes in the order of what it found"],
      ["status", "optional: active, inactive or unverified"],
      ["role", "optional: admin, developer or pro"],
      ...paging,
    ],
    answers:
      '200 { "users", "matches": { "count", "isExact" }, "nextCursor" }; matches comes with the first page of a search or a filter, is null elsewhere, and not exact where there may be more',
    refuses: [["400 invalid_fields", "a parameter is invalid; see fields"], notAdmin],
  },
  {
    method: "GET",
    path: "/api/admin/stats",
    about:
      "Returns how many users, users with two-factor and applications there are, and how many sign-ins since 00:00 UTC. For admins.",
    token: true,
    answers: '200 { "stats": { "totalUsers", "twoFactorUsers", "applications", "dailyLogins" } }',
    refuses: [notAdmin],
  },
  {
    method: "GET",
    path: "/api/admin/users/{id}",
    about: "Returns one account, with its hardware keys and what it signs in with. For admins.",
    token: true,
    answers: '200 { "user", "account" }',
    refuses: [notAdmin, noAccount],
  },
  {
    method: "GET",
    path: "/api/admin/users/{id}/sessions",
    about: "Returns where one account is signed in, the last used session first. For admins.",
    token: true,
    takes: paging,
    answers: '200 { "sessions", "nextCursor" }',
    refuses: [notAdmin, noAccount],
  },
  {
    method: "GET",
    path: "/api/admin/users/{id}/events",
    about: "Returns what happened to one account, the newest first, in the words that its owner reads. For admins.",
    token: true,
    takes: paging,
    answers: '200 { "events", "nextCursor" }',
    refuses: [notAdmin, noAccount],
  },
  {
    method: "POST",
    path: "/api/admin/users",
    about: "Creates an account. Its address gets a link that sets the password. For admins.",
    token: true,
    takes: [
      ["email", "an email address"],
      ["username", "3 to 32 letters, digits, dots, dashes or underscores"],
      ["firstName, lastName", "optional, at most 100 characters each"],
    ],
    answers: '201 { "user" }',
    refuses: [
      invalidFields,
      notAdmin,
      reauthenticate,
      ["409 email_taken, username_taken", "another account has it"],
      tooManyWrites,
    ],
  },
  {
    method: "PUT",
    path: "/api/admin/users/{id}",
    about: "Changes the name of an account. For admins.",
    token: true,
    takes: [["firstName, lastName", 'at most 100 characters each; "" for none']],
    answers: message,
    refuses: [invalidFields, notAdmin, reauthenticate, noAccount, tooManyWrites],
  },
  {
    method: "DELETE",
    path: "/api/admin/users/{id}/sessions",
    about: "Ends every session of an account. For admins.",
    token: true,
    answers: message,
    refuses: [notAdmin, noAccount, tooManyWrites],
  },
  {
    method: "DELETE",
    path: "/api/admin/users/{id}/second-factors",
    about:
      "Removes the authenticator app, recovery codes, hardware keys and passkeys of an account, and ends its sessions. For admins.",
    token: true,
    answers: message,
    refuses: [notAdmin, reauthenticate, noAccount, tooManyWrites],
  },
  {
    method: "POST",
    path: "/api/admin/users/{id}/lift-limits",
    about: "Ends the waits of an account after wrong passwords and wrong codes. For admins.",
    token: true,
    answers: message,
    refuses: [notAdmin, reauthenticate, noAccount, tooManyWrites],
  },
  {
    method: "GET",
    path: "/api/admin/users/{id}/protection",
    about: "Counts what signs in to one account or acts for it. For admins.",
    token: true,
    answers:
      '200 { "hasPassword", "sessions", "consents", "apiKeys", "hardwareKeys", "twoFactorEnabled", "recoveryCodes", "trustedBrowsers" }',
    refuses: [notAdmin, noAccount],
  },
  {
    method: "POST",
    path: "/api/admin/users/{id}/secure",
    about: "Ends what you choose of an account, and tells its owner in one email what ended. For admins.",
    token: true,
    takes: securedParts,
    answers: message,
    refuses: [
      invalidFields,
      notAdmin,
      reauthenticate,
      noAccount,
      ["409 email_not_verified", "the address is not verified yet"],
      tooManyWrites,
    ],
  },
  {
    method: "POST",
    path: "/api/admin/users/{id}/force-reset",
    about:
      "Ends the password and every session of an account, and sends its owner a link that sets a new one. For admins.",
    token: true,
    answers: message,
    refuses: [
      notAdmin,
      reauthenticate,
      noAccount,
      ["409 email_not_verified", "the address is not verified yet"],
      tooManyWrites,
    ],
  },
  {
    method: "POST",
    path: "/api/admin/users/{id}/resend-verification",
    about: "Sends an account that is not verified another link. For admins.",
    token: true,
    answers: message,
    refuses: [notAdmin, noAccount, ["409 already_verified", "the address is verified already"], tooManyWrites],
  },
];
