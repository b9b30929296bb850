import { parentPort, workerData } from "node:worker_threads";
import { openFolderLog } from "./folder-log.ts";

/** Reads and follows the log in a folder as a second thread of the process, and posts the id of every event that arrives. */
const { dataDir } = workerData as { dataDir: string };
const log = await openFolderLog(dataDir, { writes: false });
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
// Before the other thread is told that it may append.
const start = await log.head();
parentPort?.postMessage("following");
for await (const batch of log.follow(start, stop.signal)) {
  for (const { id } of batch) parentPort?.postMessage(id);
}
await log.close();
