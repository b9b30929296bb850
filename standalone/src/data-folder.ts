import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deniedReason } from "@attestory/event-store/sqlite/denied.ts";
import { makeFolder } from "./make-folder.js";

/** The folder cannot be created or written to, or another process is using it. */
export class DataFolderFault extends Error {
  override name = "DataFolderFault";
}

const inUse = "is in use by another process, perhaps by another Attestory: stop it, or set DATA_DIR to another folder";
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** SQLITE_BUSY and SQLITE_LOCKED. */
const isTaken = (error: unknown) =>
  error instanceof Error && "errcode" in error && (error.errcode === 5 || error.errcode === 6);

/**
 * Creates the folder and locks it for this process. The lock is a SQLite file lock, so the system releases it however the
 * process ends. @throws DataFolderFault
 */
export function takeDataFolder(dataDir: string): { path: string; release(): void } {
  const path = resolve(dataDir);
  const file = join(path, "lock.sqlite");
  try {
    makeFolder(path);
    const lock = takeFile(file);
    if (lock) return { path, ...lock };
  } catch (error) {
    throw new DataFolderFault(`DATA_DIR ${path} cannot be used: ${deniedReason(file) ?? messageOf(error)}`);
  }
  throw new DataFolderFault(`DATA_DIR ${path} ${inUse}`);
}

/** Locks a file that nothing else is in, and creates it. Null if another process has it locked. */
export function takeFile(file: string): { release(): void } | null {
  const lock = new DatabaseSync(file);
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (isTaken(error)) return null;
    throw error;
  }
}

/** Whether another process uses the folder. Takes nothing, and makes nothing. */
export function isTakenFolder(dataDir: string): boolean {
  const file = join(resolve(dataDir), "lock.sqlite");
  if (!existsSync(file)) return false;
  const lock = new DatabaseSync(file, { readOnly: true });
  try {
    lock.exec("SELECT name FROM sqlite_schema");
    return false;
  } catch (error) {
    if (isTaken(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}
