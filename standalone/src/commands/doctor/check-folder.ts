import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf } from "@attestory/command-api/backup/command-output.ts";
import { requireOwnFolder } from "../../folder-owner.ts";
import { type Finding, findingsOf } from "./finding.ts";

const folder = findingsOf("data folder");
const disk = findingsOf("disk");
const setFolder = "set DATA_DIR to a folder that this user can write to";

/** Whether this user can work in the data folder. Makes nothing, also no folder. */
export function checkFolder(dataDir: string): Finding {
  const path = resolve(dataDir);
  const existing = nearestExisting(path);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    requireOwnFolder(path);
  } catch (error) {
    if (error instanceof Error && error.name === "OtherOwner") return folder.problem(error.message);
    return folder.problem(`${path} cannot be written to: ${messageOf(error)}`, setFolder);
  }
  return existing === path ? folder.ok(path) : folder.ok(`${path} does not exist yet: the first start makes it`);
}

const least = 100_000_000;
const little = 1_000_000_000;

/** The free space for the log, which grows with every change, and for proofs of backups. */
export function checkDisk(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(nearestExisting(resolve(dataDir)));
  const free = bavail * bsize;
  const found = `${free < little ? `${Math.floor(free / 1e6)} MB` : `${Math.floor(free / 1e9)} GB`} free`;
  if (free < least) return disk.problem(found, "free space: without it the service accepts no writes");
  return free < little ? disk.warning(found, "free space before the service needs it") : disk.ok(found);
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));
