import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type ProjectionWorkerData, stopMessage } from "./follower/projection-messages.ts";
import type { Projection } from "./read-models/projection.ts";
import type { BuildMessage, BuildRequest } from "./rebuild/build-behind.ts";

/** Heap for short-lived objects, in MB. A build makes many of them, and its heap is given back when it ends. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };

/** Builds in a thread of its own. @throws what ends it */
export async function buildInThread(
  { projections, unserved = [], send, signal }: BuildRequest,
  data: ProjectionWorkerData,
): Promise<void> {
  if (!data.script) throw new TypeError("the script of the thread is not known");
  const workerData: ProjectionWorkerData = { ...data, building: namesOf(projections), unserved: namesOf(unserved) };
  const worker = new Worker(new URL(data.script), { workerData, resourceLimits });
  worker.on("message", (message: BuildMessage) => send(message));
  const stop = () => worker.postMessage(stopMessage);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [code] = await once(worker, "exit");
    if (code !== 0) throw new Error(`the thread of the build ended with ${code}`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const namesOf = (projections: readonly Projection[]) => projections.map(({ name }) => name);
