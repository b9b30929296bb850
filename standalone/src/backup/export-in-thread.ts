import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { ExportThreadData } from "./export-messages.ts";

export interface ExportThreads {
  /**
   * The pieces of a backup, written by a thread of its own: reading and hashing the log takes a processor for as long as it lasts, and
   * requests would have to wait. The thread ends when nobody reads on.
   */
  write(options: ExportThreadData["options"]): AsyncGenerator<Uint8Array>;
  /** Ends all of them. */
  close(): Promise<void>;
}

export function exportThreads(source: Omit<ExportThreadData, "options">): ExportThreads {
  const running = new Set<Worker>();
  const end = async (worker: Worker) => {
    await worker.terminate();
    running.delete(worker);
  };
  return {
    async *write(options) {
      const workerData: ExportThreadData = { ...source, options };
      const worker = new Worker(new URL("./export-worker.ts", import.meta.url), { workerData });
      running.add(worker);
      // Its error ends the loop too, which may have ended before.
      worker.on("error", () => {});
      try {
        for await (const [piece] of on(worker, "message", { close: ["exit"] })) {
          if (piece === null) return;
          yield piece;
          worker.postMessage("wanted");
        }
        throw new Error("the thread of the export ended too early");
      } finally {
        await end(worker);
      }
    },
    async close() {
      await Promise.all([...running].map(end));
    },
  };
}
