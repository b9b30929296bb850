import { createPublicKey, hash } from "node:crypto";
import { ed25519Key } from "../vault/ed25519-key.ts";
import type { Keyring } from "../vault/keyring.ts";
import type { NoteKey } from "./signed-note.ts";

/**
 * The key that signs the log's checkpoints, derived from the link key, so that every vault with its secrets has it, also after a restore.
 * Its name, which is also that of the log, comes from the key: addresses of the service may change.
 */
export function notaryKey(keyring: Pick<Keyring, "hmac">): NoteKey {
  const key = ed25519Key(keyring, "notary signature");
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return { name: `attestory/${hash("sha256", spki, "hex").slice(0, 16)}`, key };
}
