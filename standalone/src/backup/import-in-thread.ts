import { Worker } from "node:worker_threads";
import type { Imported } from "@attestory/command-api/backup/import-backup.ts";
import type { ImportMessage, ImportThreadData } from "./import-messages.ts";

/** The disk is full. */
export class DiskFull extends Error {
  override name = "DiskFull";
}

export interface ImportWatch {
  onProgress(events: number, of: number): void;
  /** Ends the import, whatever it does. What is unfinished is left to be removed. */
  signal: AbortSignal;
}

/** Runs `restoreGeneration` in a thread of its own, and leaves this one free. @throws DiskFull */
export async function importInThread(
  request: ImportThreadData,
  { onProgress, signal }: ImportWatch,
): Promise<Imported | Extract<ImportMessage, { kind: "fault" }>> {
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { workerData: request });
  const ended = Promise.withResolvers<Imported | Extract<ImportMessage, { kind: "fault" }>>();
  // It may end before anybody waits for it.
  ended.promise.catch(() => {});
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  worker.on("message", (message: ImportMessage) => {
    if (message.kind === "progress") onProgress(message.events, message.of);
    else if (message.kind === "imported") ended.resolve(message.imported);
    else if (message.kind === "fault") ended.resolve(message);
    else ended.reject(message.diskIsFull ? new DiskFull("the disk is full", { cause: message.error }) : message.error);
  });
  worker.on("error", ended.reject);
  worker.on("exit", (code) => ended.reject(new Error(`the thread of the import ended with ${code}`)));
  const stop = () => ended.reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    return await ended.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
    await exited;
  }
}
