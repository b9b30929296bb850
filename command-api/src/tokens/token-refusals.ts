import { type OAuthError, oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { type ProblemAnswer, withHeaders } from "@attestory/http/routing/problem.ts";
import type { SpendingReason } from "./spend-grant.ts";

const invalid = (error: OAuthError, description: string) => oauthProblem(400, error, description);
const invalidGrant = (description: string) => invalid("invalid_grant", description);

const unknown = invalidGrant("This service did not issue the code or refresh token");
const busy = withHeaders(
  oauthProblem(503, "temporarily_unavailable", "Other calls use this code or token right now. Try again in a moment."),
  { "Retry-After": "1" },
);

const answers: Readonly<Record<SpendingReason, ProblemAnswer>> = {
  "no-such-authorization": unknown,
  ended: invalidGrant("It has ended: it was revoked, or was used twice"),
  "code-expired": invalidGrant("The code has expired: exchange it within 60 seconds"),
  "code-refused": invalidGrant(
    "redirect_uri, code_verifier or the key of the DPoP proof does not belong to this code, which has ended now",
  ),
  "code-leaked": invalidGrant("The code belongs to another application. It has ended now."),
  "code-replayed": invalidGrant("The code was used before. Every token that it gave has ended now."),
  "refresh-token-expired": invalidGrant("The refresh token has expired"),
  "refresh-token-reused": invalidGrant("The refresh token was used before. Every token of its family has ended now."),
  "refresh-token-leaked": invalidGrant("The refresh token belongs to another application. Its family has ended now."),
  "wrong-key": invalidGrant("The refresh token is bound to another key: send a DPoP proof that this key signed"),
  revoked: invalidGrant("The user, their session, their consent or the application does not allow it any more"),
  "session-ended": unknown,
  "key-reused": unknown,
  "already-issued": unknown,
  conflict: busy,
};

export const tokenRefusal = (reason: SpendingReason): ProblemAnswer => answers[reason];
export const unknownGrant = (): ProblemAnswer => unknown;
export const removedRedirect = (): ProblemAnswer =>
  invalidGrant("The application no longer has the redirect URI that this code was sent to");
export const actsForItself = oauthProblem(400, "unauthorized_client", "A public application cannot act for itself");
export const actsForUsers = oauthProblem(
  400,
  "unauthorized_client",
  "An application that describes itself by a metadata document cannot act for itself",
);
export const missingParameter = (name: string): ProblemAnswer => invalid("invalid_request", `${name} is required`);
/** RFC 8628 section 3.5. */
export const pending = invalid("authorization_pending", "The user has not answered yet");
export const denied = invalid("access_denied", "The user refused");
export const slowDown = invalid(
  "slow_down",
  "The device asks too often: wait five seconds longer between two requests",
);
export const expiredDevice = invalid("expired_token", "The device code has expired: ask for a new one");
export const ofAnotherDevice = invalidGrant("The device code belongs to another application");
export const noDeviceFlow = oauthProblem(
  400,
  "unauthorized_client",
  "Sign-in on a device is not allowed in this application's settings",
);
/** Whether a refusal is no mistake of the application. A client learns its first nonce from a refusal (RFC 9449 section 8). */
export const isExpected = (refusal: ProblemAnswer): boolean =>
  refusal === pending || refusal === denied || refusal.problem.code === "use_dpop_nonce";

export const invalidTarget = (description: string): ProblemAnswer => invalid("invalid_target", description);
export const invalidScope = (description: string): ProblemAnswer => invalid("invalid_scope", description);

/** What the token endpoint refuses for, by one sentence for each. */
export const tokenRefusals: readonly ProblemAnswer[] = [
  answers.revoked,
  answers["code-expired"],
  missingParameter("code"),
  invalidScope("The scope is not a part of what was granted"),
  invalidTarget("resource is not the one that the authorization was given for"),
  actsForItself,
  actsForUsers,
  pending,
  slowDown,
  denied,
  expiredDevice,
  noDeviceFlow,
];
