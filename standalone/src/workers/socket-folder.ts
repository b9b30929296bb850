import { lstatSync, mkdirSync, mkdtempSync, rmSync, type Stats, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The socket at which the owner takes what workers forward. */
export const socketIn = (folder: string): string => join(folder, "owner");

const user = process.geteuid?.();

const isOwn = (folder: Stats | undefined): boolean =>
  folder?.isDirectory() === true && folder.uid === user && (folder.mode & 0o077) === 0;

/**
 * Makes the folder of the owner's socket, which only this user can open. It is the same at each start on a data folder, so that a start
 * removes what a killed process has left. It is not in the data folder: that may have too long a path for a socket, or be of a file system
 * without sockets. The caller must hold the data folder.
 */
export function makeSocketFolder(dataDir: string): string {
  const { dev, ino } = statSync(dataDir);
  const folder = join(tmpdir(), `attestory-${user}-${dev.toString(36)}-${ino.toString(36)}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // Another user may have taken the name.
    if (!isOwn(lstatSync(folder, { throwIfNoEntry: false }))) return mkdtempSync(join(tmpdir(), "attestory-"));
    rmSync(socketIn(folder), { force: true });
  }
  return folder;
}
