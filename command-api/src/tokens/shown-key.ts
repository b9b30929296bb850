import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { nonceHeader, refuseProof, staleNonce } from "@attestory/http/security/dpop/refuse-proof.ts";
import { type ProofVerifierParts, proofVerifier } from "@attestory/http/security/dpop/verify-proof.ts";
import type { Application } from "../applications/application-state.ts";

interface KeyCall {
  application: Pick<Application, "requireDpop">;
  context: Pick<RequestContext, "dpop">;
  /** Of the endpoint. */
  path: string;
  machineTime: Date;
}

/** The key of the application that calls. `jkt`: null if it sent no proof. `headers`: with the nonce of its next proof. */
interface ShownKey {
  jkt: string | null;
  headers: Readonly<Record<string, string>>;
}

const dpopRequired = oauthProblem(400, "invalid_request", "This application must send a DPoP proof (RFC 9449)");

/** Checks the proof of a token request before anything is spent (RFC 9449 section 5). */
export function keyCheck(parts: ProofVerifierParts): (call: KeyCall) => Promise<ShownKey | ProblemAnswer> {
  const proofs = proofVerifier(parts);
  return async ({ application, context, path, machineTime }) => {
    const { dpop: proof } = context;
    if (proof === null) return application.requireDpop ? dpopRequired : { jkt: null, headers: {} };
    const proven = await proofs.verify({ proof, method: "POST", path, accessToken: null, machineTime });
    const nonce = proofs.nonce(machineTime);
    return "fault" in proven ? refuseProof(proven, nonce) : { jkt: proven.jkt, headers: nonceHeader(nonce) };
  };
}

/** By one sentence for each. */
export const proofRefusals: readonly ProblemAnswer[] = [
  dpopRequired,
  oauthProblem(400, "use_dpop_nonce", staleNonce),
  oauthProblem(400, "invalid_dpop_proof", "The DPoP proof was used before: make a new one for each request"),
];
