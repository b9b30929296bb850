import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The folder cannot be made, cannot be written to, or another process has it. */
export class DataFolderFault extends Error {
  override name = "DataFolderFault";
}

/**
 * Makes the folder (0700) and takes it for this process alone. The lock is a database's own file lock, so the system lifts it
 * however the process ends. @throws DataFolderFault
 */
export function takeDataFolder(dataDir: string): { path: string; release(): void } {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = new DatabaseSync(join(path, "lock.sqlite"));
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return { path, release: () => lock.close() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const told = /locked|busy/i.test(why) ? "is in use by another process" : `cannot be used: ${why}`;
    throw new DataFolderFault(`DATA_DIR ${path} ${told}`);
  }
}
