import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from "jose";
import type { NewSigningKey, SigningAlgorithm } from "./signing-keys.ts";

const ownerOf = (keyId: string) => ({ purpose: "signing key", owner: keyId }) as const;

/** Creates a key, whose id is its thumbprint (RFC 7638). RSA keys have 2048 bits (RFC 7518 section 3.3). */
export async function createSigningKey(keyring: Keyring, algorithm: SigningAlgorithm): Promise<NewSigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true });
  const jwk = (await exportJWK(publicKey)) as Record<string, string>;
  const keyId = await calculateJwkThumbprint(jwk, "sha256");
  const encryptedKey = keyring.encryptSecret(ownerOf(keyId), await exportPKCS8(privateKey));
  return { keyId, algorithm, publicKey: jwk, encryptedKey };
}

export const decryptSigningKey = (keyring: Keyring, { keyId, algorithm, encryptedKey }: NewSigningKey) =>
  importPKCS8(keyring.decryptSecret(ownerOf(keyId), encryptedKey), algorithm);
