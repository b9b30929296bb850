import { mkdtempSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { deniedReason, userNamed } from "@attestory/event-store/sqlite/denied.ts";

/** What this process would make in the data folder, the user of the service could not open. */
export class OtherOwner extends Error {
  override name = "OtherOwner";
}

const isLog = (name: string) => /^events-\d+\.sqlite$/.test(name);

/**
 * Refuses to work on the files of another user: what is made beside them, such as a database by a rebuild, only its maker could open.
 * Some file systems give every file the same owner, so what counts is who would own a new one. @throws OtherOwner
 */
export function requireOwnFolder(dataDir: string): void {
  const path = resolve(dataDir);
  const owner = ownerOfLog(path);
  const user = process.geteuid?.();
  if (owner === null || user === undefined || owner === user || ownerOfNew(path) === owner) return;
  throw new OtherOwner(
    `the files in DATA_DIR ${path} belong to ${userNamed(owner)}, and this is ${userNamed(user)}: run this as that user, who could not open what is made here otherwise`,
  );
}

/** Null: there is no log yet. */
function ownerOfLog(path: string): number | null {
  try {
    const log = readdirSync(path).find(isLog);
    return log === undefined ? null : statSync(join(path, log)).uid;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") throw denied(path);
    return null;
  }
}

function ownerOfNew(path: string): number | null {
  try {
    const made = mkdtempSync(join(path, ".owner-"));
    const { uid } = statSync(made);
    rmdirSync(made);
    return uid;
  } catch {
    throw denied(path);
  }
}

const denied = (path: string) =>
  new OtherOwner(
    `DATA_DIR ${path} cannot be used: ${deniedReason(join(path, "events.sqlite")) ?? "nothing can be written there"}`,
  );
