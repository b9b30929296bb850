import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { isProblem, notSignedIn, type ProblemAnswer, withHeaders } from "@attestory/http/routing/problem.ts";
import { z } from "zod";
import { route } from "../handling/query-route.ts";
import type { AuthenticateToken, TokenPrincipal } from "./authenticate-token.ts";
import { userinfo } from "./schema.ts";
import { userinfoOf, userinfoScopes } from "./userinfo.ts";

const twoPlaces = "Send the access token in one place: the Authorization header, or the body of a POST";
const inTwoPlaces = oauthProblem(400, "invalid_request", twoPlaces);

/** RFC 9700 section 4.3.2: an access token in an address ends up in logs and in the browser's history. */
const noTokenInQuery = z.record(z.string(), z.string()).refine((query) => !("access_token" in query), {
  error: twoPlaces,
  path: ["access_token"],
});

const body = z
  .strictObject({ access_token: z.string().optional().describe("If the Authorization header has none") })
  .optional();

/** The userinfo endpoint (OpenID Connect Core section 5.3). */
export const userinfoRoutes = ({ authenticateToken }: { authenticateToken: AuthenticateToken }) => [
  route({
    method: "get",
    path: "/api/oauth/userinfo",
    summary: "What the access token's scopes tell of its user",
    operationId: "getUserinfo",
    description:
      "What the access token's scopes tell of its user: sub always; id, username, firstName, lastName, twoFactorEnabled and the standard claims of a profile with profile; email and email_verified with email; roles with roles; and the claims that the request asked for singly. Names that the user does not have are left out.",
    access: "user",
    principals: ["grant", "client"],
    oauth: true,
    anyOrigin: true,
    query: noTokenInQuery,
    answers: { 200: userinfo },
    refuses: [insufficient()],
    handle: async ({ principal }) => answer(principal),
  }),
  route({
    method: "post",
    path: "/api/oauth/userinfo",
    summary: "The same, with the access token in the Authorization header or in the body",
    operationId: "postUserinfo",
    description: "The same. The access token may be in the body of a form instead of the header.",
    access: "anyone",
    write: false,
    forms: true,
    oauth: true,
    anyOrigin: true,
    query: noTokenInQuery,
    body,
    answers: { 200: userinfo },
    refuses: [inTwoPlaces, insufficient()],
    async handle({ body, context }) {
      const inBody = body?.access_token;
      if (inBody !== undefined && context.authorization !== null) return inTwoPlaces;
      const credential =
        inBody === undefined
          ? (context.credential ?? context.boundCredential)
          : { kind: "bearer" as const, value: inBody };
      if (!credential) return notSignedIn();
      const principal = await authenticateToken(credential, context, { method: "post", path: "/api/oauth/userinfo" });
      return isProblem(principal) ? principal : answer(principal);
    },
  }),
];

const scope = userinfoScopes.join(" ");
const insufficient = (): ProblemAnswer =>
  withHeaders(oauthProblem(403, "insufficient_scope", `The access token has none of the scopes ${scope}`), {
    "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
  });

function answer(principal: TokenPrincipal) {
  if (principal.kind === "client") return insufficient();
  const { user, scopes, claims } = principal;
  if (!userinfoScopes.some((each) => scopes.includes(each))) return insufficient();
  return { status: 200, body: userinfoOf(user, scopes, claims) } as const;
}
