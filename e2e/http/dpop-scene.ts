import { createHash, randomUUID } from "node:crypto";
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import type { Answered } from "./client.ts";
import { type CodeAsking, exchange, givenCode, newVerifier, type Parties } from "./grants.ts";
import { askToken } from "./token-calls.ts";

export interface ProofKey {
  alg: string;
  privateKey: CryptoKey;
  /** Public. */
  jwk: JWK;
  thumbprint: string;
}

export async function newKey(alg = "ES256"): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { alg, privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

/** What a proof says. `undefined` leaves a claim out. */
export interface Said {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** A proof for the token endpoint, unless it says something else. */
export function proofBy(key: ProofKey, url: string, { header, claims }: Said = {}): Promise<string> {
  const said = { htm: "POST", htu: `${url}/api/oauth/token`, iat: nowSeconds(), jti: randomUUID(), ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(said)))
    .setProtectedHeader({ alg: key.alg, typ: "dpop+jwt", jwk: key.jwk, ...header })
    .sign(key.privateKey);
}

/** A proof for userinfo with this access token. */
export const proofOfToken = (key: ProofKey, url: string, { token, nonce, claims }: TokenProof): Promise<string> => {
  const ath = createHash("sha256").update(token).digest("base64url");
  return proofBy(key, url, { claims: { htm: "GET", htu: `${url}/api/oauth/userinfo`, ath, nonce, ...claims } });
};
interface TokenProof {
  token: string;
  nonce: string;
  claims?: Record<string, unknown>;
}

/** The nonce that the token endpoint gives to who has none. */
export async function givenNonce({ url, application }: Pick<Parties, "url" | "application">): Promise<string> {
  const dpop = await proofBy(await newKey(), url);
  const { headers } = await askAs({ url, application }, { grant_type: "client_credentials" }, { dpop });
  return headers.get("dpop-nonce") ?? "";
}

/** As the application, which says only who it is if it is public. */
export const askAs = (
  { url, application }: Pick<Parties, "url" | "application">,
  sent: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answered> =>
  application.type === "public"
    ? askToken(url, { client_id: application.clientId, ...sent }, { headers })
    : askToken(url, sent, { basic: application, headers });

/** A new code of the application, ready to be exchanged as often as a test likes. */
export async function givenExchange(parties: Parties, asking: Pick<CodeAsking, "dpopJkt"> = {}) {
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier, scope: "openid offline_access", ...asking });
  const sent: Record<string, string | null> = { code, code_verifier: verifier };
  if (parties.application.type === "public") sent.client_id = parties.application.clientId;
  const client = parties.application.type === "public" ? {} : { basic: parties.application };
  return {
    code,
    exchange: (headers: Record<string, string> = {}) => exchange(parties, sent, { ...client, headers }),
  };
}

/** The tokens that a new code gives to the holder of this key. */
export async function givenBoundTokens(parties: Parties, key: ProofKey) {
  const nonce = await givenNonce(parties);
  const { exchange: exchangeCode } = await givenExchange(parties);
  const { status, body } = await exchangeCode({ dpop: await proofBy(key, parties.url, { claims: { nonce } }) });
  if (status !== 200) throw new Error(`the code was answered ${status}: ${JSON.stringify(body)}`);
  return { nonce, ...(body as { access_token: string; refresh_token: string; token_type: string }) };
}
