import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import type { BackupMessage } from "./backup-messages.ts";

/** The restored backup is not what it should be. */
export class ProofFault extends Error {
  override name = "ProofFault";
}

/** The codes of the system, and the names of what the client of a bucket throws. */
const errors: Record<string, readonly string[]> = {
  "the disk is full": ["ENOSPC", "EDQUOT"],
  "the folder or the file is missing": ["ENOENT"],
  "the folder is missing": ["ENOTDIR"],
  "the folder cannot be written to": ["EACCES", "EPERM", "EROFS"],
  "the disk failed to read or write": ["EIO"],
  "the server of the bucket cannot be reached": [
    ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EPIPE"],
    "TimeoutError",
  ],
  "the certificate of the bucket's server is not valid": [
    ...["CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ...["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
  ],
  "the server of the bucket failed": ["InternalError", "ServiceUnavailable", "SlowDown"],
  "there is no such bucket": ["NoSuchBucket"],
  "the file is missing in the bucket": ["NoSuchKey"],
  "the access key may not use the bucket": ["AccessDenied", "InvalidAccessKeyId"],
  "BACKUP_S3_SECRET_ACCESS_KEY is wrong": ["SignatureDoesNotMatch"],
  "BACKUP_S3_REGION is not that of the bucket": ["PermanentRedirect", "AuthorizationHeaderMalformed"],
  "the clock differs too much from that of the bucket's server": ["RequestTimeTooSkewed"],
};
const reasons = new Map(Object.entries(errors).flatMap(([reason, names]) => names.map((name) => [name, reason])));
/** SQLite's code of a full disk. */
const sqliteFull = 13;
const longest = 500;

export const detailOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/**
 * That a backup failed. `file`: if one was written, which then did not pass its proof. `notMoved`: why it still has the name of a backup, if
 * it has.
 */
export const failure = (error: unknown, file: string | null, notMoved: unknown = null): BackupMessage => ({
  type: "BackupFailed",
  data: {
    file,
    step: file === null ? "writing" : "proof",
    reason: failureReason(error) + (notMoved === null ? "" : "; the file could not be set aside, and is no backup"),
  },
  detail: detailOf(error) + (notMoved === null ? "" : `; not set aside: ${detailOf(notMoved)}`),
});

/** In words for admins, which name nobody. What other errors say is only for the log of the process. */
export function failureReason(error: unknown): string {
  if (error instanceof BackupFault || error instanceof ProofFault) return error.message.slice(0, longest);
  const { code, errcode, name }: { code?: unknown; errcode?: unknown; name?: unknown } = Object(error);
  if (errcode === sqliteFull) return "the disk is full";
  return (
    reasons.get(String(code)) ?? reasons.get(String(name)) ?? "an unexpected error, which the log of the process has"
  );
}
