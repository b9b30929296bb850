import { createPrivateKey, type KeyObject } from "node:crypto";
import type { Keyring } from "./keyring.ts";

/** An Ed25519 private key in PKCS #8 (RFC 8410 section 7), up to its 32 bytes. */
const prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** A private key of the service for this purpose, derived from the link key. */
export const ed25519Key = ({ hmac }: Pick<Keyring, "hmac">, purpose: string): KeyObject => {
  const seed = Buffer.from(hmac("link key", purpose), "base64url");
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: "der", type: "pkcs8" });
};
