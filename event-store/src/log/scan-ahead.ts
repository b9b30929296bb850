import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { DamagedEvent, LogUnavailable } from "./event-log.ts";
import type { Scanning } from "./scanning.ts";
import type { ScanningMessage, ScanningThreadData } from "./scanning-thread.ts";

/** Batches to read ahead, of some megabytes each. */
const mostAhead = 2;

/** The errors that callers distinguish: a thread's errors arrive without their class. */
const errors = new Map<string, new (message: string) => Error>([
  ["DamagedEvent", DamagedEvent],
  ["LogUnavailable", LogUnavailable],
  ["UnreadableEvent", UnreadableEvent],
]);

/**
 * Scans a log in a folder in a separate thread, which reads, checks and parses the next batches while the caller processes the last.
 * The thread lives as long as the loop over the batches.
 */
export const scanAhead = ({ dataDir, generation }: { dataDir: string; generation: number }): Scanning =>
  async function* (after, limit, types) {
    const workerData: ScanningThreadData = { dataDir, generation, after, limit, types, mostAhead };
    const thread = new Worker(new URL("./scanning-thread.ts", import.meta.url), { workerData });
    // After the loop has ended there is no other listener, and an error would end the process.
    thread.on("error", () => undefined);
    try {
      for await (const [message] of on(thread, "message", { close: ["exit"] })) {
        const told: ScanningMessage = message;
        if ("end" in told) return;
        if ("failed" in told) throw errorOf(told.failed);
        // Ignore all other messages: under `node --watch` a thread also reports which files it loads.
        if (!("scanned" in told)) continue;
        thread.postMessage("taken");
        yield told.scanned;
      }
      throw new Error("the thread that scans the log ended before the log did");
    } finally {
      await thread.terminate();
    }
  };

function errorOf({ name, message }: { name: string; message: string }): Error {
  const Known = errors.get(name) ?? Error;
  return new Known(message);
}
