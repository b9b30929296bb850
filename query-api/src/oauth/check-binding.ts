import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { Route } from "@attestory/http/routing/route.ts";
import { challengeProof, dpopChallenge } from "@attestory/http/security/dpop/refuse-proof.ts";
import { type ProofVerifierParts, type ProvenCall, proofVerifier } from "@attestory/http/security/dpop/verify-proof.ts";
import type { AccessTokenClaims } from "./verify-access-token.ts";

export type Endpoint = Pick<Route, "method" | "path">;

interface PresentedToken {
  /** `dpop`: of the scheme DPoP. */
  kind: "bearer" | "dpop";
  value: string;
  claims: Pick<AccessTokenClaims, "cnf">;
}

/** Null if the token is bound to no key, or its sender shows that they hold the key (RFC 9449 section 7). */
export type CheckBinding = (
  token: PresentedToken,
  context: Pick<RequestContext, "dpop">,
  endpoint: Endpoint,
) => Promise<ProblemAnswer | null>;

const boundToken = "The access token is bound to a key: send it by the scheme DPoP, with a proof";
const unboundToken = "The access token is bound to no key: send it by the scheme Bearer";
const noProof = "The DPoP header is missing: send a proof with the access token";
const otherKey = "The access token is bound to another key";

export function bindingCheck({ now, ...parts }: ProofVerifierParts & { now: Clock }): CheckBinding {
  const proofs = proofVerifier(parts);

  /** Whether the sender holds the key of this thumbprint. */
  const checkKey = async (jkt: string, call: Omit<ProvenCall, "machineTime">): Promise<ProblemAnswer | null> => {
    const time = machineTime(now);
    const proven = await proofs.verify({ ...call, machineTime: time });
    if ("fault" in proven) return challengeProof(proven, proofs.nonce(time));
    return proven.jkt === jkt ? null : dpopChallenge("invalid_token", otherKey);
  };

  return async ({ kind, value: accessToken, claims: { cnf } }, { dpop: proof }, { method, path }) => {
    if (kind === "bearer") return cnf ? dpopChallenge("invalid_token", boundToken) : null;
    if (!cnf) return dpopChallenge("invalid_token", unboundToken);
    if (proof === null) return dpopChallenge("invalid_dpop_proof", noProof);
    return checkKey(cnf.jkt, { proof, method: method.toUpperCase(), path, accessToken });
  };
}
