import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import type { ProjectionWorkerData } from "./follower/projection-messages.ts";
import { openProjections } from "./open-projections.ts";
import type { Projection } from "./read-models/projection.ts";

/** A failure of the log or the vault ends the thread; the parent gets it as the worker's `error` event. */
const onFault = (error: Error) => {
  throw error;
};

/** The thread of the embedded projections: reads the log, writes the documents, reports progress to the parent. */
export async function runProjectionThread(
  { dataDir, generation, masterKey, holder, times }: ProjectionWorkerData,
  projections: readonly Projection[],
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");
  const location = { dataDir, generation };
  const stores = await openLocalStores({ ...location, readMasterKey: () => masterKey, writes: false, onFault });
  const { log, sealing } = stores;
  const running = await openProjections({ log, sealing, location, projections, holder, times }, (message) =>
    port.postMessage(message),
  );
  // The parent sends one message only, `stopMessage`; it waits in the port until it is listened for.
  await Promise.race([once(port, "message"), running.ended]);
  await running.close();
  await stores.close();
  port.close();
}
