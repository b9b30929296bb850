import { type Call, invalidFields, message, tooMany, tooManyWrites } from "./call.ts";

/** API keys, with which programs call Attestory. */
export const apiKeyCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/developer/api-keys",
    about: "Returns your API keys, never their values, and the address to write to about Pro.",
    token: true,
    answers: '200 { "apiKeys", "contactEmail" }',
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
];
