import { userStream } from "@attestory/events/envelope.ts";
import { refreshTokenText } from "@attestory/http/security/grant-tokens.ts";
import { user } from "../accounts/user.ts";
import { sessionOwnerOf } from "../accounts/user-validity.ts";
import type { Application } from "../applications/application-state.ts";
import type { Authorization } from "../authorizations/authorization-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { SigningAlgorithm } from "./signing-keys.ts";
import { accessTokenClaims, clientTokenClaims, idTokenClaims, tokenSeconds } from "./token-claims.ts";
import type { OAuthDependencies } from "./token-dependencies.ts";

export interface GivenTokens {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope?: string;
  refresh_token?: string;
  id_token?: string;
}

/** Which tokens a grant gives. */
export interface GivenAccess {
  grant: Authorization;
  scopes: readonly string[];
  /** Of the new refresh token; zero for none. */
  serial: number;
  /** Of the ID token. */
  nonce: string | null;
  idTokenAlgorithm: SigningAlgorithm;
}

const roleNames = { isAdmin: "admin", isDeveloper: "developer", isPro: "pro" } as const;

/** The person's roles, if the scope `roles` was granted. */
async function rolesOf({ commandHandler }: OAuthDependencies, { grant, scopes }: GivenAccess) {
  if (!scopes.includes("roles")) return null;
  const { state } = await commandHandler.load(user, userStream(grant.userId));
  const roles = sessionOwnerOf(state)?.roles;
  return (Object.keys(roleNames) as (keyof typeof roleNames)[])
    .filter((role) => roles?.[role])
    .map((role) => roleNames[role]);
}

/** Signs the tokens of a user's grant. */
export async function giveTokens(
  dependencies: OAuthDependencies,
  given: GivenAccess,
  { machineTime: now, newId }: CommandContext,
): Promise<GivenTokens> {
  const { signer, issuer, hmac } = dependencies;
  const { grant, scopes, serial, nonce, idTokenAlgorithm } = given;
  const issuing = { issuer, clientId: grant.applicationId, now };
  const roles = await rolesOf(dependencies, given);
  const access = accessTokenClaims({ ...issuing, tokenId: newId("access token"), scopes, grant, roles });
  const accessToken = await signer.sign({ algorithm: "ES256", type: "at+jwt" }, access);
  const tokens: GivenTokens = bearerToken(accessToken, scopes);
  if (serial > 0) tokens.refresh_token = refreshTokenText({ authorizationId: grant.authorizationId, serial }, hmac);
  if (scopes.includes("openid")) {
    const id = idTokenClaims({ ...issuing, grant, accessToken, nonce });
    tokens.id_token = await signer.sign({ algorithm: idTokenAlgorithm, type: "JWT" }, id);
  }
  return tokens;
}

/** RFC 6749 section 5.1. */
const bearerToken = (accessToken: string, scopes: readonly string[]): GivenTokens => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: tokenSeconds,
  scope: scopes.join(" "),
});

/** Signs an access token of an application that acts for itself. It has no scope: all of ours belong to users. */
export async function giveClientToken(
  { commandHandler: { generation }, signer, issuer }: OAuthDependencies,
  { applicationId: clientId, epoch }: Pick<Application, "applicationId" | "epoch">,
  { machineTime: now, newId }: CommandContext,
): Promise<GivenTokens> {
  const tokenId = newId("access token");
  const claims = clientTokenClaims({ issuer, clientId, tokenId, epoch, generation, now });
  const accessToken = await signer.sign({ algorithm: "ES256", type: "at+jwt" }, claims);
  return { access_token: accessToken, token_type: "Bearer", expires_in: tokenSeconds };
}
