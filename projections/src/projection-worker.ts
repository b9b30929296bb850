import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { openProjections } from "./open-projections.ts";
import type { ProjectionWorkerData } from "./projection-messages.ts";

/** The thread of the embedded projections: reads the log, writes the documents, reports progress to the parent. */

/** A failure of the log or the vault ends the thread; the parent gets it as the worker's `error` event. */
const onFault = (error: Error) => {
  throw error;
};

async function run({ dataDir, generation, masterKey, holder, times }: ProjectionWorkerData): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");
  const location = { dataDir, generation };
  const stores = await openLocalStores({ ...location, readMasterKey: () => masterKey, writes: false, onFault });
  const { log, sealing } = stores;
  const projections = await openProjections({ log, sealing, location, holder, times }, (message) =>
    port.postMessage(message),
  );
  // The parent sends one message only, `stopMessage`; it waits in the port until it is listened for.
  await Promise.race([once(port, "message"), projections.ended]);
  await projections.close();
  await stores.close();
  port.close();
}

await run(workerData as ProjectionWorkerData);
