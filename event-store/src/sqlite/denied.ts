import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** `user 999 (attestory)`. */
export function userNamed(id: number): string {
  const name = nameOf(id);
  return name === null ? `user ${id}` : `user ${id} (${name})`;
}

function nameOf(id: number): string | null {
  try {
    const users = readFileSync("/etc/passwd", "utf8").split("\n");
    return users.map((line) => line.split(":")).find((fields) => fields[2] === String(id))?.[0] ?? null;
  } catch {
    return null;
  }
}

const { R_OK, W_OK, X_OK } = constants;

const isDenied = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EACCES";
  }
};

/** From the root to the folder itself. */
const foldersTo = (folder: string): string[] => {
  const above = dirname(folder);
  return above === folder ? [folder] : [...foldersTo(above), folder];
};

/**
 * Which of a database's files, or which folder on the way, the user of this process may not use; null if it is none of them. SQLite says
 * only that it cannot open a file.
 */
export function deniedReason(database: string): string | null {
  const folders = foldersTo(dirname(resolve(database)));
  const closed =
    folders.find((folder) => isDenied(folder, X_OK)) ??
    [...folders.slice(-1), database, `${database}-wal`, `${database}-shm`].find((path) => isDenied(path, R_OK | W_OK));
  if (closed === undefined) return null;
  const owner = userNamed(statSync(closed).uid);
  return `${userNamed(process.geteuid?.() ?? -1)} may not read and write ${closed}, which belongs to ${owner}`;
}
