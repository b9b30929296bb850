import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { restoreBackup } from "@attestory/command-api/backup/import-backup.ts";
import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { readManifest } from "@attestory/event-store/backup/read-backup.ts";
import { localGenerations } from "@attestory/event-store/generations/local-generations.ts";
import { openMasterKey } from "@attestory/event-store/vault/master-key-file.ts";
import { giveWay } from "@attestory/runtime/give-way.ts";
import type { ImportMessage, ImportThreadData } from "./import-messages.ts";

/** The thread of an import: decrypting and checking every event takes a processor for as long as it lasts. */
giveWay();
const request = workerData as ImportThreadData;
const tell = (message: ImportMessage) => parentPort?.postMessage(message);

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === "ENOSPC") || ("errcode" in error && error.errcode === 13));

async function run(): Promise<ImportMessage> {
  const { position } = await readManifest(createReadStream(request.file));
  const of = Number(position);
  const { dataDir, masterKeys } = request;
  const onFault = (error: Error): never => {
    throw error;
  };
  const imported = await restoreBackup({
    ...request,
    generations: localGenerations({ dataDir, masterKeys, onFault }),
    masterKey: () => openMasterKey(masterKeys, { dataDir, creates: false }),
    foreign: false,
    withoutAdmin: false,
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
