import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWK } from "jose";

/** Public keys that an application may register (RFC 7515 appendix A.3). */
export const sampleKeys = {
  keys: [
    {
      kty: "EC",
      crv: "P-256",
      x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    },
  ],
};

/** Also wrong ones. */
export type Claims = Readonly<Record<string, unknown>>;

type Algorithm = "RS256" | "PS256" | "ES256" | "EdDSA";

/** Keys of an application that signs what it sends. */
export interface SigningApplication {
  jwk: JWK;
  sign(claims: Claims, header?: { kid?: string | undefined; typ?: string }): Promise<string>;
}

interface Header {
  alg: Algorithm;
  kid?: string | undefined;
  typ?: string;
}

/** What is undefined is left out. */
const signed = (claims: Claims, header: Header, key: CryptoKey) =>
  new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(JSON.parse(JSON.stringify(header))).sign(key);

/** Makes a key pair; `kid` is the id of the public key. */
export async function givenKeys(algorithm: Algorithm, kid: string): Promise<SigningApplication> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm },
    sign: (claims, header) => signed(claims, { alg: algorithm, kid, ...header }, privateKey),
  };
}

/** The parameters of an assertion, beside those of the call. */
export const asserted = (client_assertion: string) => ({
  client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  client_assertion,
});
