import { type Call, message } from "./call.ts";

/** The applications that a user allowed to use the account. */
export const connectedAppCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/user/connected-apps",
    about:
      "The applications that may use the account, the last used first: id, name, logoUrl, homepageUrl, scopes, grantedAt, lastAccess.",
    token: true,
    answers: "200 [ … ]",
  },
  {
    method: "DELETE",
    path: "/api/user/connected-apps/{id}",
    about: "Revokes what an application may do with the account. Its codes and tokens stop working at once.",
    token: true,
    answers: message,
    refuses: [["404 not_found", "the application is not connected to the account"]],
  },
];
