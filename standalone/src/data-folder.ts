import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class DataFolderInUse extends Error {
  override name = "DataFolderInUse";
}

/**
 * Makes the folder (0700) and takes it for this process alone. The lock is a database's own file lock, so the system lifts it
 * however the process ends. @throws DataFolderInUse
 */
export function takeDataFolder(dataDir: string): { path: string; release(): void } {
  const path = resolve(dataDir);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(path, "lock.sqlite"));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    const busy = error instanceof Error && /locked|busy/i.test(error.message);
    throw busy ? new DataFolderInUse(`${path} is in use by another process`) : error;
  }
  return { path, release: () => lock.close() };
}
