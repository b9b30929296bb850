import { createPublicKey, sign, verify } from "node:crypto";
import { ed25519Key } from "../vault/ed25519-key.ts";
import type { Keyring } from "../vault/keyring.ts";

/** Signs backups with a key that is derived from the link key, so that every vault with its secrets has it. */
export function backupSigner(keyring: Pick<Keyring, "hmac">): { publicKey: string; sign(digest: Buffer): string } {
  const key = ed25519Key(keyring, "backup signature");
  return {
    publicKey: createPublicKey(key).export({ format: "jwk" }).x ?? "",
    sign: (digest) => sign(null, digest, key).toString("base64url"),
  };
}

/** Whether the key (base64url) made this signature (base64url) of the digest. */
export function isSignedBy(publicKey: string, digest: Buffer, signature: string): boolean {
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  return verify(null, digest, key, Buffer.from(signature, "base64url"));
}
