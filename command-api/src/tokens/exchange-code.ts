import { hash } from "node:crypto";
import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import { parseAuthorizationCode } from "@attestory/http/security/grant-tokens.ts";
import { isTold, recordApplicationSignIn } from "../application-sessions/record-sign-in.ts";
import type { Application } from "../applications/application-state.ts";
import type { CallDifference } from "../applications/record-client-call.ts";
import { answersChallenge, type PresentedCode, showsKey } from "../authorizations/authorization.ts";
import type { Authorization } from "../authorizations/authorization-state.ts";
import { allowsRedirect } from "../authorizations/redirect-uris.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import { type GivenTokens, giveTokens } from "./give-tokens.ts";
import { findGrant, loadGrant, spendGrant } from "./spend-grant.ts";
import type { OAuthDependencies, TokenRefusal } from "./token-dependencies.ts";
import { missingParameter, removedRedirect, tokenRefusal, unknownGrant } from "./token-refusals.ts";
import { grantedTarget, type Target } from "./token-target.ts";

export interface CodeExchange {
  application: Application;
  code: string | undefined;
  redirectUri: string | undefined;
  verifier: string | undefined;
  resource: string | undefined;
  /** Thumbprint of the key that was shown; null for none. */
  jkt: string | null;
}

/** RFC 7636 section 4.1. */
const verifierForm = /^[A-Za-z0-9\-._~]{43,128}$/;

/** RFC 7636 section 4.6, S256 only. Null: none was sent; "": it is no verifier. */
export const challengeOf = (verifier: string | undefined): string | null => {
  if (verifier === undefined) return null;
  return verifierForm.test(verifier) ? hash("sha256", verifier, "base64url") : "";
};

/** RFC 6749 section 4.1.3: exchanges a code for tokens. */
export async function exchangeCode(
  dependencies: OAuthDependencies,
  { code, ...exchange }: CodeExchange,
  commandContext: CommandContext,
): Promise<GivenTokens | TokenRefusal> {
  if (code === undefined) return missingParameter("code");
  const authorizationId = parseAuthorizationCode(code, dependencies.hmac);
  const grant = authorizationId && (await findGrant(dependencies, authorizationId));
  return grant ? redeem(dependencies, { ...exchange, grant }, commandContext) : unknownGrant();
}

async function redeem(
  dependencies: OAuthDependencies,
  { application, grant, redirectUri, verifier, resource, jkt }: Omit<CodeExchange, "code"> & { grant: Authorization },
  commandContext: CommandContext,
): Promise<GivenTokens | TokenRefusal> {
  const { applicationId } = application;
  const isOwn = grant.applicationId === applicationId;
  const target = await grantedTarget(dependencies, { grant, resource });
  const first = { application, grant, target };
  const refusal = isOwn ? await admit(dependencies, first, commandContext) : null;
  if (refusal) return refusal;
  const presented: PresentedCode = {
    applicationId,
    redirectUri: redirectUri ?? null,
    challenge: challengeOf(verifier),
    jkt,
    now: commandContext.now,
  };
  const bindsRefreshTokens = application.kind === "public";
  const command = { type: "redeem", ...presented, bindsRefreshTokens } as const;
  const refused = await spendGrant(dependencies, { grant, command }, commandContext);
  if (refused?.refused === "code-refused") {
    return { ...tokenRefusal("code-refused"), differences: differencesOf(grant, presented) };
  }
  if (refused) return tokenRefusal(refused.refused);
  if (isProblem(target)) return target;
  const { scopes, nonce, offline } = grant;
  const given = { grant, scopes, target, nonce, serial: offline ? 1 : 0, application, jkt };
  return giveTokens(dependencies, given, commandContext);
}

const faultOf = (
  application: Application,
  { redirectUri }: Authorization,
  target: Target | ProblemAnswer,
): ProblemAnswer | null => {
  if (isProblem(target)) return target;
  return redirectUri === null || !allowsRedirect(application, redirectUri) ? removedRedirect() : null;
};

/** What the first use of a code needs, beside the code. */
async function admit(
  { commandHandler }: Pick<OAuthDependencies, "commandHandler">,
  { application, grant, target }: { application: Application; grant: Authorization; target: Target | ProblemAnswer },
  commandContext: CommandContext,
): Promise<TokenRefusal | null> {
  const fault = faultOf(application, grant, target);
  if (!fault && !isTold(application, grant)) return null;
  const current = await loadGrant({ commandHandler }, grant.authorizationId);
  // A code that was redeemed before goes on: its second use ends what it gave.
  if (!current || current.redeemedAt !== null) return null;
  if (fault) return fault;
  const signIn = { ...current, application };
  const refused = await recordApplicationSignIn(commandHandler, signIn, stepContext(commandContext));
  return refused && tokenRefusal(refused.refused);
}

/** A verifier is a secret: the difference only names it. */
function differencesOf(grant: Authorization, presented: PresentedCode): CallDifference[] {
  const { redirectUri } = grant;
  const differences: CallDifference[] = [];
  if (presented.redirectUri !== redirectUri) {
    differences.push({ parameter: "redirect_uri", expected: redirectUri, received: presented.redirectUri });
  }
  if (!answersChallenge(presented, grant)) {
    differences.push({ parameter: "code_verifier", expected: null, received: null });
  }
  if (!showsKey(presented, grant)) differences.push({ parameter: "dpop_jkt", expected: null, received: null });
  return differences;
}
