import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { authorizationStream, consentStream } from "@attestory/events/envelope.ts";
import { authorizationCode } from "@attestory/http/security/grant-tokens.ts";
import { consentsCountFrom, sessionOwnerOf } from "../accounts/user-validity.ts";
import type { Application } from "../applications/application-state.ts";
import { type AuthorizationReason, authorization } from "../authorizations/authorization.ts";
import { consent, covers } from "../consents/consent.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { deliveredAcr } from "./asked-strength.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import type { AuthorizationRequest } from "./check-request.ts";
import { loadAuthentication } from "./load-authentication.ts";
import { toAllow } from "./requested-claims.ts";

/** RFC 6749 section 4.1.2 recommends ten minutes at most. */
export const codeSeconds = 60;

/** A code's text is derived from its authorization. */
interface CodeDependencies extends Pick<AuthorizeDependencies, "commandHandler"> {
  keyring: Pick<Keyring, "hmac">;
}

export const codeOf = ({ keyring }: Pick<CodeDependencies, "keyring">, authorizationId: string): string =>
  authorizationCode(authorizationId, (...parts) => keyring.hmac("link key", ...parts));

export interface CodeRequest
  extends Pick<AuthorizationRequest, "scopes" | "nonce" | "codeChallenge" | "claims" | "dpopJkt" | "api"> {
  /** Null: the code is a device's. */
  redirectUri: string | null;
  /** By default, in `codeSeconds`. */
  expiresAt?: Date;
  authorizationId: string;
  application: Application;
  principal: SignedIn;
}

/** Issues a code that ends with anything that it was issued upon: the session, the consent, the application. */
export async function issueCode(
  dependencies: CodeDependencies,
  { authorizationId, application, principal, ...request }: CodeRequest,
  commandContext: CommandContext,
): Promise<{ position: Position; code: string } | Refused<AuthorizationReason | HandlingReason>> {
  const { commandHandler } = dependencies;
  const { userId, sessionId } = principal;
  const { claims, expiresAt = new Date(commandContext.now.getTime() + codeSeconds * 1000) } = request;
  const { applicationId, epoch: applicationEpoch, trustEpoch } = application;
  const [consented, { owner: account, authentication }] = await Promise.all([
    commandHandler.load(consent, consentStream({ userId, applicationId })),
    loadAuthentication(commandHandler, principal),
  ]);
  const owner = sessionOwnerOf(account);
  if (!owner) return { refused: "session-ended" };
  const outcome = await commandHandler.handle({
    decider: authorization,
    stream: authorizationStream(authorizationId),
    command: {
      type: "issue",
      authorizationId,
      userId,
      applicationId,
      sessionId,
      redirectUri: request.redirectUri,
      scopes: [...request.scopes],
      nonce: request.nonce,
      codeChallenge: request.codeChallenge,
      sessionEpoch: owner.sessionEpoch,
      consentEpoch: consented.state.epoch,
      applicationEpoch,
      // It may be allowed and trusted both: then it outlives the trust.
      basis: covers(consented.state, toAllow(request), consentsCountFrom(account)) ? "consent" : "trust",
      trustEpoch,
      generation: commandHandler.generation,
      authenticatedAt: authentication.at.toISOString(),
      acr: deliveredAcr(claims.acr, authentication.strength),
      amr: [...authentication.methods],
      claims: { idToken: [...claims.idToken], userinfo: [...claims.userinfo] },
      dpopJkt: request.dpopJkt,
      api: request.api && { applicationId: request.api.applicationId, resource: request.api.resource },
      expiresAt: expiresAt.toISOString(),
    },
    person: userId,
    commandContext,
  });
  return isRefused(outcome) ? outcome : { position: outcome.position, code: codeOf(dependencies, authorizationId) };
}
