import type { Call } from "./call.ts";

const notYours = ["404 not_found", "the application was deleted or is not yours"] as const;

/** What developers see of their applications' calls. */
export const clientCallCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/developer/applications/{id}/requests",
    about:
      "Returns the failed authorize and token calls of your application, newest first, with what each sent and should have sent. couldUsePkce says that its newest code was asked for without PKCE.",
    token: true,
    takes: [
      ["limit", "optional, 1 to 200; 50 by default"],
      ["cursor", "optional, nextCursor of the page before"],
    ],
    answers: '200 { "requests", "nextCursor", "couldUsePkce" }',
    refuses: [notYours],
  },
  {
    method: "GET",
    path: "/api/developer/applications/{id}/claims",
    about: "Returns what your application would learn of your own account with these scopes. No token is made.",
    token: true,
    takes: [["scope", "optional, scopes divided by blanks"]],
    answers: '200 { "scopes", "accessToken", "idToken", "userinfo", "refreshToken" }',
    refuses: [notYours],
  },
];
