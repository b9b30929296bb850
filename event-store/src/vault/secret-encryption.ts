import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { newNonce, nonceBytes } from "./nonce.ts";

export interface SecretOwner {
  purpose: "client secret" | "signing key" | "pushed request";
  /** The id of what the secret belongs to. */
  owner: string;
}

export class SecretUnreadable extends Error {
  override name = "SecretUnreadable";
}

const tagBytes = 16;

const boundTo = ({ purpose, owner }: SecretOwner) => Buffer.from(JSON.stringify([purpose, owner]));

export function encryptSecret(key: KeyObject, of: SecretOwner, secret: string): string {
  const nonce = newNonce();
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(of));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

/** @throws SecretUnreadable */
export function decryptSecret(key: KeyObject, of: SecretOwner, encrypted: string): string {
  const bytes = Buffer.from(encrypted, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(boundTo(of)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return text.toString("utf8");
  } catch {
    throw new SecretUnreadable(`the ${of.purpose} of ${of.owner} cannot be decrypted`);
  }
}
