import { hash } from "node:crypto";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import type { SingleUses } from "../single-uses.ts";
import { createNonces } from "./nonces.ts";
import { thumbprintOf } from "./proof-key.ts";
import { readProof } from "./read-proof.ts";

/** By which `iat` may differ. The server's nonce shows that a proof is new, so clocks of devices that are a little wrong do no harm. */
const skewSeconds = 300;
/** A proof is accepted for twice the skew at most. */
const keptSeconds = 2 * skewSeconds;
const longestId = 500;
const longestAddress = 2000;

/** The call that a proof came with. */
export interface ProvenCall {
  /** The header `DPoP` as sent. */
  proof: string;
  /** In upper case. */
  method: string;
  /** Of the endpoint. */
  path: string;
  /** Null at the token endpoint. */
  accessToken: string | null;
  /** By the clock of this machine. */
  machineTime: Date;
}

/** `jkt`: the thumbprint of the key that the sender holds. Otherwise why the proof is refused. */
export type Proven = { jkt: string } | { fault: "stale-nonce" } | { fault: "invalid"; description: string };

/** Verifies proofs of possession (RFC 9449 section 4.3). Each is accepted once. */
export interface ProofVerifier {
  verify(call: ProvenCall): Promise<Proven>;
  /** For the header `DPoP-Nonce`. */
  nonce(machineTime: Date): string;
}

export interface ProofVerifierParts {
  /** `PUBLIC_URL`. */
  issuer: string;
  singleUses: SingleUses;
  hmac(...parts: string[]): string;
}

export function proofVerifier({ issuer, singleUses, hmac }: ProofVerifierParts): ProofVerifier {
  const { rateLimiter, since } = singleUses;
  const nonces = createNonces({ hmac, since });
  const used = rateLimiter.window("DPoP proofs used", 1, keptSeconds);
  return {
    nonce: nonces.current,
    async verify(call) {
      const signed = await readProof(call.proof);
      if (typeof signed === "string") return invalid(signed);
      const { key, claims } = signed;
      const fault = faultOf(claims, { ...call, address: `${issuer}${call.path}` });
      if (fault) return invalid(fault);
      const { nonce, jti } = claims;
      if (typeof nonce !== "string" || !nonces.accepts(nonce, call.machineTime)) return { fault: "stale-nonce" };
      const jkt = await thumbprintOf(key);
      const consumption = await used.consume(hash("sha256", `${jkt} ${jti}`, "base64url"));
      return "waitSeconds" in consumption
        ? invalid("The DPoP proof was used before: make a new one for each request")
        : { jkt };
    },
  };
}

const invalid = (description: string): Proven => ({ fault: "invalid", description });

type Claims = Readonly<Record<string, unknown>>;

function faultOf(claims: Claims, call: ProvenCall & { address: string }): string | null {
  if (claims.htm !== call.method) return `htm of the DPoP proof must be ${call.method}`;
  if (!isAddress(claims.htu, call.address)) return `htu of the DPoP proof must be ${call.address}`;
  return faultOfTime(claims.iat, call.machineTime) ?? faultOfId(claims.jti) ?? faultOfToken(claims.ath, call);
}

/** RFC 9449 section 4.3, check 9: without query and fragment, in the form of RFC 3986 section 6.2. */
function isAddress(htu: unknown, expected: string): boolean {
  if (typeof htu !== "string" || htu.length > longestAddress || !URL.canParse(htu)) return false;
  const address = new URL(htu);
  address.search = "";
  address.hash = "";
  return address.href === new URL(expected).href;
}

function faultOfTime(iat: unknown, machineTime: Date): string | null {
  if (typeof iat !== "number") return "The DPoP proof needs iat, in seconds since 1970";
  const now = machineTime.getTime() / 1000;
  if (iat < now - skewSeconds)
    return "iat of the DPoP proof is too old: make one for each request, and look at the clock";
  return iat > now + skewSeconds ? "iat of the DPoP proof is in the future: look at the clock" : null;
}

const faultOfId = (jti: unknown): string | null =>
  typeof jti === "string" && jti !== "" && jti.length <= longestId
    ? null
    : `The DPoP proof needs a jti, a text of at most ${longestId} characters`;

function faultOfToken(ath: unknown, { accessToken }: ProvenCall): string | null {
  if (accessToken === null) return null;
  const expected = hash("sha256", accessToken, "base64url");
  return typeof ath === "string" && isEqualInConstantTime(ath, expected)
    ? null
    : "ath of the DPoP proof must be the hash of the access token";
}
