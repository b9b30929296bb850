import { oauthProblem } from "../../routing/oauth-error.ts";
import { type ProblemAnswer, withHeaders } from "../../routing/problem.ts";
import { proofAlgorithms } from "./proof-key.ts";
import type { Proven } from "./verify-proof.ts";

type Fault = Exclude<Proven, { jkt: string }>;

export const staleNonce = "Send the value of the header DPoP-Nonce as nonce of the DPoP proof";

/** RFC 9449 section 8. Browsers may read the header. */
export const nonceHeader = (nonce: string): Readonly<Record<string, string>> => ({ "DPoP-Nonce": nonce });

/** At the token endpoint (RFC 9449 sections 5 and 8). */
export const refuseProof = (fault: Fault, nonce: string): ProblemAnswer =>
  fault.fault === "invalid"
    ? oauthProblem(400, "invalid_dpop_proof", fault.description)
    : withHeaders(oauthProblem(400, "use_dpop_nonce", staleNonce), nonceHeader(nonce));

/** RFC 9449 section 7.1. */
export const dpopChallenge = (
  error: "invalid_token" | "invalid_dpop_proof" | "use_dpop_nonce",
  description: string,
): ProblemAnswer =>
  withHeaders(oauthProblem(401, error, description), {
    "WWW-Authenticate": `DPoP error="${error}", error_description="${description}", algs="${proofAlgorithms.join(" ")}"`,
  });

/** At a call that takes an access token (RFC 9449 sections 7.1 and 9). */
export const challengeProof = (fault: Fault, nonce: string): ProblemAnswer =>
  fault.fault === "invalid"
    ? dpopChallenge("invalid_dpop_proof", fault.description)
    : withHeaders(dpopChallenge("use_dpop_nonce", staleNonce), nonceHeader(nonce));
