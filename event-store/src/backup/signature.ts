import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Keyring } from "../vault/keyring.ts";

/** An Ed25519 private key in PKCS #8 (RFC 8410 section 7), up to its 32 bytes. */
const prefix = Buffer.from("302e020100300506032b657004220420", "hex");

const privateKeyOf = ({ hmac }: Pick<Keyring, "hmac">): KeyObject => {
  const seed = Buffer.from(hmac("link key", "backup signature"), "base64url");
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: "der", type: "pkcs8" });
};

/** Signs backups with a key that is derived from the link key, so that every vault with its secrets has it. */
export function backupSigner(keyring: Pick<Keyring, "hmac">): { publicKey: string; sign(digest: Buffer): string } {
  const key = privateKeyOf(keyring);
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
