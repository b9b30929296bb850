import { once } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { mostlyGiveWay } from "@attestory/runtime/give-way.ts";
import { buildInThread } from "./build-in-thread.ts";
import type { ProjectionMessage, ProjectionWorkerData } from "./follower/projection-messages.ts";
import { openAndBuild, openProjections } from "./open-projections.ts";
import type { Projection } from "./read-models/projection.ts";
import type { BuildRequest } from "./rebuild/build-behind.ts";

/** A failure of the log or the vault ends the thread; the parent gets it as the worker's `error` event. */
const onFault = (error: Error) => {
  throw error;
};

/**
 * The thread of the embedded projections: reads the log, writes the documents, reports progress to the parent. It starts another thread
 * to build what is far behind: the memory that a build takes is given back with that thread.
 */
export async function runProjectionThread(
  data: ProjectionWorkerData,
  projections: readonly Projection[],
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");
  const { dataDir, generation, masterKeys, holder, times, building, unserved = [], buildDocuments } = data;
  const location = { dataDir, generation };
  const stores = await openLocalStores({ ...location, masterKeys, writes: false, onFault });
  const { log, sealing } = stores;
  const send = (message: ProjectionMessage) => port.postMessage(message);
  if (building) {
    const named = (names: readonly string[]) => projections.filter(({ name }) => names.includes(name));
    const request = {
      projections: named(building),
      unserved: named(unserved),
      nearby: times?.nearby,
      send,
      signal: stopped(port),
    };
    await openAndBuild(request, { log, sealing, location, holder, buildDocuments, giveWay: mostlyGiveWay });
  } else {
    const build = (request: BuildRequest) => buildInThread(request, data);
    const running = await openProjections({ log, sealing, location, projections, holder, times, build }, send);
    // The parent sends one message only, `stopMessage`; it waits in the port until it is listened for.
    await Promise.race([once(port, "message"), running.ended]);
    await running.close();
  }
  await stores.close();
  port.close();
}

/** Aborts when the parent sends its message. */
function stopped(port: MessagePort): AbortSignal {
  const stop = new AbortController();
  port.once("message", () => stop.abort());
  return stop.signal;
}
