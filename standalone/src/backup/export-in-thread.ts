import { on, once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ExportThreadData } from "./export-messages.ts";

/**
 * The pieces of a backup, written by a thread of its own: reading and hashing the log takes a processor for as long as it lasts, and
 * requests would have to wait. The thread ends when nobody reads on.
 */
export async function* exportInThread(request: ExportThreadData): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL("./export-worker.ts", import.meta.url), { workerData: request });
  const exited = once(worker, "exit");
  exited.catch(() => {});
  try {
    for await (const [piece] of on(worker, "message", { close: ["exit"] })) {
      if (piece === null) return;
      yield piece;
      worker.postMessage("wanted");
    }
    throw new Error("the thread of the export ended too early");
  } finally {
    await worker.terminate();
    await exited.catch(() => {});
  }
}
