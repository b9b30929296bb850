import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import { parseRefreshToken, type RefreshToken } from "@attestory/http/security/grant-tokens.ts";
import type { Application } from "../applications/application-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { type GivenTokens, giveTokens } from "./give-tokens.ts";
import { findGrant, loadGrant, spendGrant } from "./spend-grant.ts";
import type { OAuthDependencies } from "./token-dependencies.ts";
import { invalidScope, missingParameter, tokenRefusal, unknownGrant } from "./token-refusals.ts";
import { grantedTarget } from "./token-target.ts";

export interface Refreshing {
  application: Application;
  refreshToken: string | undefined;
  /** The scopes of the new access token; undefined for all of the grant's. */
  scope: string | undefined;
  resource: string | undefined;
  /** Thumbprint of the key that was shown; null for none. */
  jkt: string | null;
}

/** One that was used before has to go on: its second use ends the family. */
const isNewest = async (dependencies: OAuthDependencies, { authorizationId, serial }: RefreshToken) =>
  (await loadGrant(dependencies, authorizationId))?.serial === serial;

/** RFC 6749 section 6, RFC 9700 section 4.14.2: replaces a refresh token. A narrower scope counts for this access token alone. */
export async function refreshTokens(
  dependencies: OAuthDependencies,
  { application, refreshToken, scope, resource, jkt }: Refreshing,
  commandContext: CommandContext,
): Promise<GivenTokens | ProblemAnswer> {
  if (refreshToken === undefined) return missingParameter("refresh_token");
  const token = parseRefreshToken(refreshToken, dependencies.hmac);
  if (!token) return unknownGrant();
  const { authorizationId, serial } = token;
  const grant = await findGrant(dependencies, authorizationId);
  if (!grant) return unknownGrant();
  const scopes = scope === undefined ? grant.scopes : [...new Set(scope.split(" "))];
  if (!scopes.every((each) => grant.scopes.includes(each))) {
    return invalidScope("The scope is wider than the one that the user granted");
  }
  const { applicationId } = application;
  const target = await grantedTarget(dependencies, { grant, resource });
  const isOwn = grant.applicationId === applicationId;
  if (isProblem(target) && isOwn && (await isNewest(dependencies, token))) return target;
  const command = { type: "rotate", applicationId, serial, jkt, now: commandContext.now } as const;
  const refused = await spendGrant(dependencies, { grant, command }, commandContext);
  if (refused) return tokenRefusal(refused.refused);
  if (isProblem(target)) return target;
  const given = { grant, scopes, target, nonce: null, serial: serial + 1, application, jkt };
  return giveTokens(dependencies, given, commandContext);
}
