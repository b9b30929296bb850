import { type Call, invalidFields, message, tooMany, tooManyWrites } from "./call.ts";

const ofKeys = [
  ["401 not_signed_in", "the key is unknown, expired or deleted"],
  ["403 forbidden", "the key's owner is neither Pro nor an admin"],
] as const;
const lacksScope = (scope: string) => ["403 insufficient_scope", `the key lacks the scope ${scope}`] as const;
const tooManyOfKey = [
  "429 too_many_requests",
  "more than 600 calls a minute; RateLimit says how many are left",
] as const;

/** API keys, with which programs call Attestory. */
export const apiKeyCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/developer/api-keys",
    about:
      "Returns your API keys, never their values, how many accounts they created in 24 hours and may create, and the address to write to about Pro.",
    token: true,
    answers: '200 { "apiKeys", "invitations": { "limit", "used", "lapsed", "resumesAt" }, "contactEmail" }',
  },
  {
    method: "POST",
    path: "/api/developer/api-keys",
    about: "Creates an API key and sends an email about it. Its value is in this answer alone.",
    token: true,
    takes: [
      ["name", "1 to 100 characters"],
      ["scopes", "optional, users:read, users:write and health:read; all of them by default"],
      ["expiresAt", "optional, a time from which the key no longer works"],
    ],
    answers: '201 { "apiKey": { "id", "name", "keyPrefix", "keyValue", "scopes", … } }',
    refuses: [
      invalidFields,
      ["403 forbidden", "your account is neither Pro nor an admin's"],
      ["403 reauthentication_required", "confirm first that it is you"],
      ["409 too_many_api_keys", "you have 20 API keys"],
      tooMany,
      tooManyWrites,
    ],
  },
  {
    method: "DELETE",
    path: "/api/developer/api-keys/{id}",
    about: "Deletes one of your API keys. It stops working at once.",
    token: true,
    answers: message,
    refuses: [["404 not_found", "the key was deleted or is not yours"], tooManyWrites],
  },
  {
    method: "GET",
    path: "/api/users",
    about:
      "Takes an API key. Returns the users who granted access to your applications, with what they allowed them to see, and those whom your keys created; for the key of an admin every user.",
    token: true,
    takes: [
      ["limit", "optional, 1 to 200; 50 by default"],
      ["cursor", "optional, nextCursor of the page before"],
    ],
    answers: '200 { "users", "nextCursor" }',
    refuses: [...ofKeys, lacksScope("users:read"), tooManyOfKey],
  },
  {
    method: "POST",
    path: "/api/users",
    about:
      "Takes an API key. Creates an account. Its owner gets an email with a link, for seven days, that verifies the address and sets the password.",
    token: true,
    takes: [
      ["email, username", "as for registering; no other account may have them"],
      ["firstName, lastName", "optional, at most 100 characters"],
    ],
    answers: '201 { "user" }',
    refuses: [
      invalidFields,
      ...ofKeys,
      lacksScope("users:write"),
      ["409 email_taken", "the address has an account; not where the operator hides which addresses have one"],
      ["409 username_taken", "another account uses it"],
      [
        "429 invitations_used_up",
        "your keys have created as many accounts in 24 hours as they may; Retry-After says when they can go on",
      ],
      tooManyWrites,
      tooManyOfKey,
    ],
  },
  {
    method: "GET",
    path: "/api/system/health",
    about: "Takes an API key. Returns whether the parts of the service work: each is ok, or says why it does not.",
    token: true,
    answers: '200 { "status", "version", "eventLog", "readStore", "jobs", "lagSeconds" }',
    refuses: [...ofKeys, lacksScope("health:read"), tooManyOfKey],
  },
];
