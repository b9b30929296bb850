import { parentPort, workerData } from "node:worker_threads";
import type { Position } from "@attestory/events/envelope.ts";
import type { Scanned } from "./event-log.ts";
import { openEventLog } from "./open-event-log.ts";
import { scanning } from "./scanning.ts";

/** Reads, checks and parses the log in a worker thread, and posts batch after batch to the parent thread. */

export interface ScanningThreadData {
  dataDir: string;
  generation: number;
  after: Position;
  limit: number;
  types: ReadonlySet<string>;
  /** How many batches it may read ahead. Each message from the parent thread means that one more batch was taken. */
  mostAhead: number;
}

/** `failed` and `end` are the last message. */
export type ScanningMessage = { scanned: Scanned } | { end: true } | { failed: { name: string; message: string } };

async function run({ dataDir, generation, after, limit, types, mostAhead }: ScanningThreadData): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");
  const tell = (message: ScanningMessage) => port.postMessage(message);
  let allowed = mostAhead;
  let taken = Promise.withResolvers<void>();
  port.on("message", () => {
    allowed++;
    taken.resolve();
  });
  const log = await openEventLog({ dataDir, generation, writes: false, onFault });
  try {
    for await (const scanned of scanning(log)(after, limit, types)) {
      tell({ scanned });
      taken = Promise.withResolvers();
      if (--allowed <= 0) await taken.promise;
    }
    tell({ end: true });
  } catch (error) {
    const { name, message } = error as Error;
    tell({ failed: { name, message } });
  }
  await log.close();
  port.close();
}

const onFault = (error: Error) => {
  throw error;
};

await run(workerData as ScanningThreadData);
