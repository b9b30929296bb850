import { authorizationStream, clientTokenStream } from "@attestory/events/envelope.ts";
import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import { parseRefreshToken } from "@attestory/http/security/grant-tokens.ts";
import { authorization } from "../authorizations/authorization.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { clientToken } from "./client-token.ts";
import { type AccessTokenClaims, readAccessToken } from "./read-access-token.ts";
import { endGrant, type SpendingReason } from "./spend-grant.ts";
import type { OAuthDependencies } from "./token-dependencies.ts";
import { tokenRefusal } from "./token-refusals.ts";

export interface Revocation {
  applicationId: string;
  token: string;
}

/**
 * RFC 7009: ends a refresh token with its whole family, or one access token. Null if that is done, also for a token that is unknown or has
 * expired; a token of another application is refused.
 */
export async function revokeToken(
  dependencies: OAuthDependencies,
  { applicationId, token }: Revocation,
  commandContext: CommandContext,
): Promise<ProblemAnswer | null> {
  const refresh = parseRefreshToken(token, dependencies.hmac);
  if (refresh) return revokeFamily(dependencies, { applicationId, ...refresh }, commandContext);
  const access = await readAccessToken(dependencies, token, commandContext.machineTime);
  if (!access) return null;
  if (access.applicationId !== applicationId) return ofAnotherApplication;
  return answer(await revokeAccessToken(dependencies, access, commandContext));
}

export const ofAnotherApplication = oauthProblem(400, "invalid_request", "The token belongs to another application");
const answer = (refused: Refused<SpendingReason> | null) => (refused ? tokenRefusal(refused.refused) : null);

async function revokeFamily(
  dependencies: OAuthDependencies,
  { applicationId, authorizationId }: { applicationId: string; authorizationId: string },
  commandContext: CommandContext,
): Promise<ProblemAnswer | null> {
  const { state } = await dependencies.commandHandler.load(authorization, authorizationStream(authorizationId));
  if (state.status === "none") return null;
  if (state.applicationId !== applicationId) return ofAnotherApplication;
  return answer(await endGrant(dependencies, { grant: state, reason: "revoked" }, commandContext));
}

async function revokeAccessToken(
  dependencies: OAuthDependencies,
  access: AccessTokenClaims,
  commandContext: CommandContext,
): Promise<Refused<SpendingReason> | null> {
  const revoke = access.authorizationId === null ? revokeClientToken : revokeGrantedToken;
  const outcome = await revoke(dependencies, access, commandContext);
  if (isRefused(outcome)) return outcome;
  await dependencies.waitForRevocation(outcome.position);
  return null;
}

const revokeClientToken = (
  { commandHandler }: OAuthDependencies,
  { tokenId, applicationId, expiresAt }: AccessTokenClaims,
  commandContext: CommandContext,
) =>
  commandHandler.handle({
    decider: clientToken,
    stream: clientTokenStream(tokenId),
    command: { type: "revoke", tokenId, applicationId, expiresAt },
    person: null,
    commandContext,
  });

const revokeGrantedToken = async (
  { commandHandler }: OAuthDependencies,
  { authorizationId, tokenId, expiresAt }: AccessTokenClaims,
  commandContext: CommandContext,
) => {
  const stream = authorizationStream(authorizationId ?? "");
  const { state } = await commandHandler.load(authorization, stream);
  return commandHandler.handle({
    decider: authorization,
    stream,
    command: { type: "revoke-access-token", tokenId, expiresAt },
    person: state.status === "issued" ? state.userId : null,
    commandContext,
  });
};
