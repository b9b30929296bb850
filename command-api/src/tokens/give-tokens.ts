import { clientIdOf } from "@attestory/events/client-id.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { refreshTokenText } from "@attestory/http/security/grant-tokens.ts";
import {
  claimsNamed,
  hasSingleClaims,
  type PersonClaims,
  personClaims,
} from "@attestory/http/security/person-claims.ts";
import { user } from "../accounts/user.ts";
import type { Application } from "../applications/application-state.ts";
import type { Authorization } from "../authorizations/authorization-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { accessTokenClaims, clientTokenClaims, idTokenClaims, tokenSeconds } from "./token-claims.ts";
import type { OAuthDependencies } from "./token-dependencies.ts";
import { scopesGiven, type Target } from "./token-target.ts";

export interface GivenTokens {
  access_token: string;
  token_type: "Bearer" | "DPoP";
  expires_in: number;
  scope?: string;
  refresh_token?: string;
  id_token?: string;
}

/** Which tokens a grant gives. */
export interface GivenAccess {
  grant: Authorization;
  scopes: readonly string[];
  target: Target;
  /** Of the new refresh token; zero for none. */
  serial: number;
  /** Of the ID token. */
  nonce: string | null;
  application: Pick<Application, "applicationId" | "documentUrl" | "idTokenAlgorithm" | "profileInIdToken">;
  /** Thumbprint of the key that the access token is bound to (RFC 9449 section 6); null for none. */
  jkt: string | null;
}

const personScopes = ["profile", "email", "roles"];

/**
 * The person who granted it, if the tokens are to say anything of them. Null also for one who was erased since. The check right before the
 * grant was spent has read their stream, so it is not read again.
 */
async function findPerson({ commandHandler }: OAuthDependencies, { grant, scopes }: GivenAccess) {
  const isNeeded = grant.claims.idToken.length > 0 || personScopes.some((scope) => scopes.includes(scope));
  if (!isNeeded) return null;
  const stream = userStream(grant.userId);
  const { state } = commandHandler.lastKnown(user, stream) ?? (await commandHandler.load(user, stream));
  if (state.status !== "registered") return null;
  const { email, username } = state;
  return email === null || username === null ? null : { ...state, email, username };
}

type Person = Awaited<ReturnType<typeof findPerson>>;

const claimsOf = (person: Person, scopes: readonly string[]): PersonClaims =>
  person === null ? {} : personClaims(person, scopes);

/** Signs the tokens of a user's grant, which was spent for them just now. */
export async function giveTokens(
  dependencies: OAuthDependencies,
  given: GivenAccess,
  { machineTime: now, newId }: CommandContext,
): Promise<GivenTokens> {
  const { signer, issuer, hmac } = dependencies;
  const { grant, serial, nonce, application, target, jkt } = given;
  const scopes = scopesGiven(target, given.scopes);
  const issuing = { issuer, clientId: clientIdOf(application.applicationId, application), now };
  const person = await findPerson(dependencies, given);
  const ofScopes = claimsOf(person, scopes);
  const roles = ofScopes.roles ?? null;
  const access = accessTokenClaims({ ...issuing, tokenId: newId("access token"), scopes, grant, roles, target, jkt });
  const accessToken = await signer.sign({ algorithm: "ES256", type: "at+jwt" }, access);
  const tokens: GivenTokens = answerOf(accessToken, scopes, jkt);
  if (serial > 0) tokens.refresh_token = refreshTokenText({ authorizationId: grant.authorizationId, serial }, hmac);
  if (scopes.includes("openid")) {
    const single = singleClaimsOf(person, given);
    const ofPerson = application.profileInIdToken ? { ...ofScopes, ...single } : single;
    const id = idTokenClaims({ ...issuing, grant, accessToken, nonce, person: ofPerson });
    tokens.id_token = await signer.sign({ algorithm: application.idTokenAlgorithm, type: "JWT" }, id);
  }
  return tokens;
}

/** The claims of the ID token that were asked for singly (OpenID Connect Core section 5.5). */
function singleClaimsOf(person: Person, { grant, scopes }: Pick<GivenAccess, "grant" | "scopes">): PersonClaims {
  if (!hasSingleClaims(scopes, grant.scopes)) return {};
  return claimsNamed(claimsOf(person, personScopes), grant.claims.idToken);
}

/** RFC 9449 section 5. */
const typeOf = (jkt: string | null) => (jkt === null ? "Bearer" : "DPoP");

/** RFC 6749 section 5.1. */
const answerOf = (accessToken: string, scopes: readonly string[], jkt: string | null): GivenTokens => ({
  access_token: accessToken,
  token_type: typeOf(jkt),
  expires_in: tokenSeconds,
  scope: scopes.join(" "),
});

/** Signs an access token of an application that acts for itself. It has no scope of ours: all of them belong to users. */
export async function giveClientToken(
  { commandHandler: { generation }, signer, issuer }: OAuthDependencies,
  {
    application: { applicationId, documentUrl, epoch },
    target,
    jkt,
  }: { application: Pick<Application, "applicationId" | "documentUrl" | "epoch"> } & Pick<
    GivenAccess,
    "target" | "jkt"
  >,
  { machineTime: now, newId }: CommandContext,
): Promise<GivenTokens> {
  const tokenId = newId("access token");
  const clientId = clientIdOf(applicationId, { documentUrl });
  const claims = clientTokenClaims({ issuer, clientId, tokenId, epoch, generation, target, jkt, now });
  const accessToken = await signer.sign({ algorithm: "ES256", type: "at+jwt" }, claims);
  const token: GivenTokens = { access_token: accessToken, token_type: typeOf(jkt), expires_in: tokenSeconds };
  return target && target.scopes.length > 0 ? { ...token, scope: target.scopes.join(" ") } : token;
}
