import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { readManifest } from "@attestory/event-store/backup/read-backup.ts";
import { restoreGeneration } from "./import-file.ts";
import type { ImportMessage, ImportThreadData } from "./import-messages.ts";

/** The thread of an import: decrypting and checking every event takes a processor for as long as it lasts. */
const request = workerData as ImportThreadData;
const tell = (message: ImportMessage) => parentPort?.postMessage(message);

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === "ENOSPC") || ("errcode" in error && error.errcode === 13));

async function run(): Promise<ImportMessage> {
  const { position } = await readManifest(createReadStream(request.file));
  const of = Number(position);
  const imported = await restoreGeneration({
    ...request,
    masterKey: Buffer.from(request.masterKey),
    foreign: false,
    withoutAdmin: false,
    onFault(error) {
      throw error;
    },
    onProgress: (events) => tell({ kind: "progress", events, of }),
  });
  return { kind: "imported", imported };
}

const asMessage = (error: unknown): ImportMessage => {
  if (error instanceof BackupFault) return { kind: "fault", line: error.line, reason: error.message };
  const failure = error instanceof Error ? error : new Error(String(error));
  return { kind: "failed", error: failure, diskIsFull: isDiskFull(failure) };
};

tell(await run().catch(asMessage));
