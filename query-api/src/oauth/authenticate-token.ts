import { applicationIdOf } from "@attestory/events/client-id.ts";
import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { isProblem, type ProblemAnswer, withHeaders } from "@attestory/http/routing/problem.ts";
import type { Credential, RequestContext } from "@attestory/http/routing/request-context.ts";
import { hasSingleClaims } from "@attestory/http/security/person-claims.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import type { ClientPrincipal, GrantPrincipal } from "../handling/query-route.ts";
import type { UseRecorder } from "../recording/use-recorder.ts";
import type { CheckBinding, Endpoint } from "./check-binding.ts";
import { consentUse } from "./consent-use.ts";
import type { LiveClient, LiveGrant, LiveTokens } from "./live-tokens.ts";
import type { AccessTokenClaims, VerifyAccessToken } from "./verify-access-token.ts";

export interface TokenAuthenticationParts {
  verifyAccessToken: VerifyAccessToken;
  liveTokens: LiveTokens;
  freshness: Pick<Freshness, "readable">;
  uses: Pick<UseRecorder, "record">;
  checkBinding: CheckBinding;
}

export type TokenPrincipal = GrantPrincipal | ClientPrincipal;
type PresentedCredential = Pick<Credential, "kind" | "value">;
export type AuthenticateToken = (
  credential: PresentedCredential,
  context: RequestContext,
  endpoint: Endpoint,
) => Promise<TokenPrincipal | ProblemAnswer>;

const description = "The access token is unknown, expired or revoked";

/** RFC 6750 section 3.1. Says neither which of them, nor of whom. */
export const invalidToken = (): ProblemAnswer =>
  withHeaders(oauthProblem(401, "invalid_token", description), {
    "WWW-Authenticate": `Bearer error="invalid_token", error_description="${description}"`,
  });

/** Authenticates an application by its access token. Nothing else is accepted: no session, no API key, no cookie. */
export function tokenAuthenticator(parts: TokenAuthenticationParts): AuthenticateToken {
  const { liveTokens, freshness, uses } = parts;
  const readToken = tokenReader(parts);
  return async (credential, context, endpoint) => {
    const claims = await readToken(credential, context, endpoint);
    if (isProblem(claims)) return claims;
    if (!(await freshness.readable(context, authenticationNames))) return projectionLag();
    const found = await liveTokens.ofAccessToken(claims);
    if (found === null) return invalidToken();
    if (found === "lagging") return projectionLag();
    uses.record(consentUse(found), context);
    return principalOf(claims, found);
  };
}

/** The claims of a token that this service signed, and that its sender may use. Whether it still counts is not asked yet. */
const tokenReader =
  ({ verifyAccessToken, checkBinding }: Pick<TokenAuthenticationParts, "verifyAccessToken" | "checkBinding">) =>
  async (
    { kind, value }: PresentedCredential,
    context: RequestContext,
    endpoint: Endpoint,
  ): Promise<AccessTokenClaims | ProblemAnswer> => {
    if (kind === "cookie") return invalidToken();
    const claims = await verifyAccessToken(value);
    if (!claims) return invalidToken();
    return (await checkBinding({ kind, value, claims }, context, endpoint)) ?? claims;
  };

const noRoles = { isAdmin: false, isDeveloper: false, isPro: false };

function principalOf({ client_id, scope }: AccessTokenClaims, found: LiveGrant | LiveClient): TokenPrincipal {
  const clientId = applicationIdOf(client_id);
  if (found.kind === "client") return { kind: "client", clientId, pending: false, roles: noRoles };
  const { user, authorization } = found;
  const scopes = scope?.split(" ") ?? [];
  const claims = hasSingleClaims(scopes, authorization.scopes) ? authorization.claims.userinfo : [];
  return { kind: "grant", clientId, userId: user.id, user, scopes, claims, pending: false, roles: user };
}
