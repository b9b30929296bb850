import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { WrappedKey } from "./vault.ts";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const format = 1;
const markBytes = 4;

/** The key that wraps every other key. It is in no log, backup, message or response. */
export interface MasterKey {
  /** Identifies the key without revealing it: 8 hexadecimal digits. */
  readonly mark: string;
  wrap(name: string, key: Uint8Array): WrappedKey;
  /** @throws WrongMasterKey */
  unwrap(name: string, wrapped: WrappedKey): Buffer;
}

/** The names under which keys are wrapped. */
export const wrapName = { person: (id: string) => `person:${id}`, secret: (name: string) => `secret:${name}` };

export class WrongMasterKey extends Error {
  override name = "WrongMasterKey";
}

/** The master key's file is invalid, or others can read it. */
export class MasterKeyFault extends Error {
  override name = "MasterKeyFault";
}

/** AES-256-GCM. `name` is authenticated, so one person's wrapped key cannot be used as another's. */
export function masterKey(key: Buffer): MasterKey {
  if (key.length !== keyBytes) throw new TypeError("a master key has 32 bytes");
  // By it a rotation distinguishes old wraps from new ones.
  const mark = hash("sha256", Buffer.concat([Buffer.from("attestory master key\0"), key]), "buffer").subarray(
    0,
    markBytes,
  );
  const secret = createSecretKey(key);
  return {
    mark: mark.toString("hex"),
    wrap(name, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(Buffer.from(name));
      return Buffer.concat([Buffer.of(format), mark, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    unwrap(name, wrapped) {
      const bytes = Buffer.from(wrapped);
      const nonceAt = 1 + markBytes;
      if (bytes[0] !== format || !bytes.subarray(1, nonceAt).equals(mark)) {
        throw new WrongMasterKey("the vault was made with another master key (MASTER_KEY)");
      }
      const nonce = bytes.subarray(nonceAt, nonceAt + nonceBytes);
      const decipher = createDecipheriv("aes-256-gcm", secret, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceAt + nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}

/** The key in `<dataDir>/master.key` (base64, mode 0600), created on first start. @throws MasterKeyFault */
export function masterKeyFile(dataDir: string): Buffer {
  const file = join(dataDir, "master.key");
  if (!existsSync(file)) writeKey(file, randomBytes(keyBytes));
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new MasterKeyFault(`${file} can be read by others: set its mode to 0600`);
  }
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
  if (key.length !== keyBytes) throw new MasterKeyFault(`${file} does not hold 32 bytes in base64`);
  return key;
}

/** Writes all or nothing: the file gets its name only once its bytes are on disk. */
function writeKey(file: string, key: Buffer): void {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const descriptor = openSync(unfinished, "wx", 0o600);
  writeSync(descriptor, `${key.toString("base64")}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(unfinished, file);
}
