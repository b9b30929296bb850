import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject } from "node:crypto";
import { newNonce, nonceBytes } from "./nonce.ts";
import type { WrappedKey } from "./vault.ts";

export const masterKeyBytes = 32;
const tagBytes = 16;
const format = 1;
const markBytes = 4;

/** The key that wraps every other key; while it is being rotated, two. It is in no log, backup, message or response. */
export interface MasterKey {
  /** Identifies the newest key without revealing it: 8 hexadecimal digits. */
  readonly mark: string;
  /** Whether a rotation can change which key wraps while the process runs. */
  readonly mayChange: boolean;
  knows(mark: string): boolean;
  /** Wraps with the key of this mark, by default the newest. @throws WrongMasterKey */
  wrap(name: string, key: Uint8Array, mark?: string): WrappedKey;
  /** @throws WrongMasterKey */
  unwrap(name: string, wrapped: WrappedKey): Buffer;
  /** The same key wrapped with the key of this mark, by default the newest; null if it is already. @throws WrongMasterKey */
  rewrap(name: string, wrapped: WrappedKey, mark?: string): WrappedKey | null;
}

/** The names under which keys are wrapped. */
export const wrapName = { person: (id: string) => `person:${id}`, secret: (name: string) => `secret:${name}` };

export class WrongMasterKey extends Error {
  override name = "WrongMasterKey";
}

/** Identifies a master key: see `MasterKey.mark`. */
export function markOfKey(key: Uint8Array): string {
  if (key.length !== masterKeyBytes) throw new TypeError("a master key has 32 bytes");
  const digest = hash("sha256", Buffer.concat([Buffer.from("attestory master key\0"), key]), "buffer");
  return digest.toString("hex", 0, markBytes);
}

/** The mark of the key that wrapped this one. */
export const markOf = (wrapped: WrappedKey): string => Buffer.from(wrapped).toString("hex", 1, 1 + markBytes);

/** The given key, or two while one replaces the other, the newest first. */
export const masterKey = (...keys: readonly Uint8Array[]): MasterKey =>
  masterKeys(() => keys, { mayChange: keys.length > 1 });

/**
 * The keys that `read` returns, the newest first. It is called again when a mark is not known, so that a process that runs learns of a key
 * that came later. Keys that are gone from there stay known: what the process wrapped with them can still be unwrapped.
 */
export function masterKeys(
  read: () => readonly Uint8Array[],
  { mayChange }: Pick<MasterKey, "mayChange"> = { mayChange: true },
): MasterKey {
  const known = new Map<string, KeyObject>();
  let newest = "";
  const learn = () => {
    const marks = read().map((key) => {
      const mark = markOfKey(key);
      known.set(mark, createSecretKey(key));
      return mark;
    });
    newest = marks[0] ?? "";
  };
  learn();

  const knows = (mark: string) => {
    if (!known.has(mark) && mayChange) learn();
    return known.has(mark);
  };
  const keyOf = (mark: string): KeyObject => {
    const key = knows(mark) ? known.get(mark) : undefined;
    if (key) return key;
    throw new WrongMasterKey(
      `the vault was made with another master key (MASTER_KEY): with ${mark}, and not with ${[...known.keys()].join(" or ")}`,
    );
  };

  const wrap: MasterKey["wrap"] = (name, plain, mark = newest) => {
    const nonce = newNonce();
    const cipher = createCipheriv("aes-256-gcm", keyOf(mark), nonce).setAAD(Buffer.from(name));
    const head = Buffer.concat([Buffer.of(format), Buffer.from(mark, "hex"), nonce]);
    return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };

  const unwrap: MasterKey["unwrap"] = (name, wrapped) => {
    const bytes = Buffer.from(wrapped);
    const nonceAt = 1 + markBytes;
    if (bytes[0] !== format) throw new WrongMasterKey("a key in the vault has an unknown format");
    const nonce = bytes.subarray(nonceAt, nonceAt + nonceBytes);
    const decipher = createDecipheriv("aes-256-gcm", keyOf(markOf(bytes)), nonce, { authTagLength: tagBytes })
      // Authenticated, so one person's wrapped key cannot be used as another's.
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceAt + nonceBytes, -tagBytes)), decipher.final()]);
  };

  return {
    get mark() {
      return newest;
    },
    mayChange,
    knows,
    wrap,
    unwrap,
    rewrap: (name, wrapped, mark = newest) =>
      markOf(wrapped) === mark ? null : wrap(name, unwrap(name, wrapped), mark),
  };
}
