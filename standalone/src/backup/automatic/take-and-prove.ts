import { rm } from "node:fs/promises";
import { exportTo } from "@attestory/command-api/backup/export-file.ts";
import type { BackupSource } from "@attestory/event-store/backup/write-backup.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { encryptionTo, type FileEncryption } from "./age-encryption.ts";
import { backupName, removeLeftovers, removeOldest, setAside } from "./backup-files.ts";
import type { BackupMessage, BackupRequest, ThreadMessage } from "./backup-messages.ts";
import type { BackupTarget } from "./backup-target.ts";
import { detailOf, failure } from "./failure-reason.ts";
import { proveBackup } from "./prove-backup.ts";

export interface BackupRun extends Omit<BackupRequest, "dataDir" | "generation" | "masterKeys" | "place"> {
  /** Where the backup goes. */
  target: BackupTarget;
  source: BackupSource;
  log: Pick<EventLog, "readStored" | "scan">;
}

/** One backup, while it is taken and proven. */
interface Backup {
  file: string;
  position: Position;
  encryption: FileEncryption | null;
}

/**
 * Takes a backup, proves it, and removes the oldest ones. Reports each step, or why it failed. A file that does not pass its proof is set
 * aside, or removed if that fails.
 */
export async function takeAndProve(run: BackupRun, report: (message: ThreadMessage) => void): Promise<void> {
  const file = backupName(run.now, run.recipient !== null);
  let isWritten = false;
  try {
    const encryption = run.recipient === null ? null : await encryptionTo(run.recipient);
    const backup = { file, position: await run.source.log.head(), encryption };
    const bytes = await write(run, backup, report);
    isWritten = true;
    await prove(run, { ...backup, bytes }, report);
  } catch (error) {
    const notMoved = isWritten ? await withdraw(run.target, file) : null;
    report(failure(error, isWritten ? file : null, notMoved));
    return;
  }
  await removeOldest(run.target, { keep: run.keep, proven: file }).catch((error) =>
    report({ type: "OldBackupsNotRemoved", detail: detailOf(error) }),
  );
}

/** Takes the name of a backup from a file. Returns what prevented it, or null. */
async function withdraw(target: BackupTarget, file: string): Promise<unknown> {
  try {
    await setAside(target, file).catch(() => target.remove(file));
    return null;
  } catch (error) {
    return error;
  }
}

/** Returns the file's length. */
async function write(
  { target, source, now }: BackupRun,
  { file, position, encryption }: Backup,
  report: (message: BackupMessage) => void,
): Promise<number> {
  const started = performance.now();
  await removeLeftovers(target);
  let bytes = 0;
  const store = async (pieces: AsyncIterable<Uint8Array>) => {
    bytes = await target.write(file, pieces);
  };
  const { events, keys } = await exportTo(store, source, { now, end: position, encode: encryption?.encrypt });
  const isEncrypted = encryption !== null;
  const ms = Math.round(performance.now() - started);
  report({ type: "BackupTaken", data: { file, position: String(position), bytes, events, keys, isEncrypted, ms } });
  return bytes;
}

/** Restores what is stored now. @throws BackupFault @throws ProofFault */
async function prove(
  { target, log, source, work, now }: BackupRun,
  { file, bytes, position, encryption }: Backup & { bytes: number },
  report: (message: BackupMessage) => void,
): Promise<void> {
  const started = performance.now();
  await rm(work, { recursive: true, force: true });
  try {
    const stored = target.read(file);
    const pieces = encryption ? encryption.decrypt(stored) : stored;
    const { vault, masterKey } = source;
    const proven = await proveBackup({ file: pieces, bytes, position, log, vault, masterKey, work, now });
    const ms = Math.round(performance.now() - started);
    report({ type: "BackupProven", data: { file, position: String(position), ...proven, ms } });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
