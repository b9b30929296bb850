import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { LeaseLost } from "../follower/lease.ts";
import { BuildLost } from "../store/builds.ts";
import { ReadStoreUnavailable } from "../store/read-store.ts";

/** The last two: another process builds, whether the renewal of the lease has noticed that yet or not. */
const passing = [LogUnavailable, ReadStoreUnavailable, VaultUnavailable, LeaseLost, BuildLost];
/** SQLITE_BUSY and SQLITE_LOCKED */
const lockedCodes: readonly unknown[] = [5, 6];
/** SQLITE_FULL */
const fullCode = 13;
/** The codes of the system for a full disk, and for one on which the user may store no more. */
const fullCodes: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** The same work may succeed if it is retried a little later. */
export const isTransient = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) => passing.some((kind) => cause instanceof kind) || lockedCodes.includes(sqliteCode(cause)),
  );

const isFull = (error: unknown): boolean =>
  causesOf(error).some((cause) => sqliteCode(cause) === fullCode || fullCodes.includes(Object(cause).code));

/** Why read models were not built, in words that may be shown to anyone. */
export const publicReason = (error: unknown): string => (isFull(error) ? "the disk is full" : "see the log");

/** SQLite's primary result code: the lowest byte of the extended one. */
const sqliteCode = (error: unknown): number | null => {
  const { errcode }: { errcode?: unknown } = Object(error);
  return typeof errcode === "number" ? errcode & 0xff : null;
};

/** The error, its cause, and the cause of that. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && !causes.includes(cause); cause = Object(cause).cause)
    causes.push(cause);
  return causes;
}
