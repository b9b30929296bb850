import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import type { BackupMessage } from "./backup-messages.ts";

/** The restored backup is not what it should be. */
export class ProofFault extends Error {
  override name = "ProofFault";
}

const bySystemCode = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk is full"],
  ["ENOENT", "the folder or the file is missing"],
  ["ENOTDIR", "the folder is missing"],
  ["EACCES", "the folder cannot be written to"],
  ["EPERM", "the folder cannot be written to"],
  ["EROFS", "the folder cannot be written to"],
  ["EIO", "the disk failed to read or write"],
]);
/** SQLite's code of a full disk. */
const sqliteFull = 13;
const longest = 500;

/** That a backup failed. `file`: if one was written, which then did not pass its proof. */
export const failure = (error: unknown, file: string | null): BackupMessage => ({
  type: "BackupFailed",
  data: { file, step: file === null ? "writing" : "proof", reason: failureReason(error) },
  detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

/** In words for admins, which name nobody. What other errors say is only for the log of the process. */
function failureReason(error: unknown): string {
  if (error instanceof BackupFault || error instanceof ProofFault) return error.message.slice(0, longest);
  const { code, errcode }: { code?: unknown; errcode?: unknown } = Object(error);
  if (errcode === sqliteFull) return "the disk is full";
  return bySystemCode.get(String(code)) ?? "an unexpected error, which the log of the process has";
}
