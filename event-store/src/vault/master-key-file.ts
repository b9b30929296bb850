import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceDurably } from "@attestory/runtime/replace-durably.ts";
import { type MasterKey, markOfKey, masterKey, masterKeyBytes, masterKeys } from "./master-key.ts";

/** The given master keys, the newest first; null: those of the data folder's file. Can be passed to a thread. */
export type GivenMasterKeys = readonly Uint8Array[] | null;

/** The master key's file is missing or invalid, or others can read it. */
export class MasterKeyFault extends Error {
  override name = "MasterKeyFault";
}

export const masterKeyFile = (dataDir: string): string => join(dataDir, "master.key");

/** @throws MasterKeyFault */
export const readGivenKeys = (given: GivenMasterKeys, dataDir: string): readonly Uint8Array[] =>
  given ?? readMasterKeys(masterKeyFile(dataDir));

/** The master key of a data folder. `creates`: the file, if there is none. @throws MasterKeyFault */
export function openMasterKey(
  given: GivenMasterKeys,
  { dataDir, creates }: { dataDir: string; creates: boolean },
): MasterKey {
  if (given) return masterKey(...given);
  const file = masterKeyFile(dataDir);
  if (creates && !existsSync(file)) writeMasterKeys(file, [randomBytes(masterKeyBytes)]);
  return masterKeys(() => readMasterKeys(file));
}

/** The keys in a file, which its owner alone can read: one in base64, or two lines while it is being rotated. @throws MasterKeyFault */
export function readMasterKeys(file: string): Buffer[] {
  if (!existsSync(file))
    throw new MasterKeyFault(`${file} is missing: restore it, or set MASTER_KEY to the key of this data`);
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new MasterKeyFault(`${file} can be read by others: set its mode to 0600`);
  }
  const keys = readFileSync(file, "utf8")
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, "base64"));
  if (keys.length > 2 || keys.some((key) => key.length !== masterKeyBytes)) {
    throw new MasterKeyFault(`${file} does not hold 32 bytes in base64`);
  }
  return keys;
}

/** Puts a new key before the one in the data folder's file, unless a rotation that was interrupted did. */
export function beginRotation(dataDir: string): void {
  const [key, former] = readMasterKeys(masterKeyFile(dataDir));
  if (key && !former) writeMasterKeys(masterKeyFile(dataDir), [otherKey(key), key]);
}

/** One whose mark differs: by it, the two are told apart. */
function otherKey(key: Buffer): Buffer {
  const other = randomBytes(masterKeyBytes);
  return markOfKey(other) === markOfKey(key) ? otherKey(key) : other;
}

/** Moves the former key from the data folder's file to one of its own, named by its mark, and returns the name. */
export function endRotation(dataDir: string): string | null {
  const [key, former] = readMasterKeys(masterKeyFile(dataDir));
  if (!key || !former) return null;
  const formerFile = join(dataDir, `master-${markOfKey(former)}.key`);
  writeMasterKeys(formerFile, [former]);
  writeMasterKeys(masterKeyFile(dataDir), [key]);
  return formerFile;
}

/** Durably: no key in the vault may be wrapped with one that a power loss takes away. */
const writeMasterKeys = (file: string, keys: readonly Buffer[]): void =>
  replaceDurably(file, keys.map((key) => `${key.toString("base64")}\n`).join(""));
