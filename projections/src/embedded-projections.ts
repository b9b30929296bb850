import { Worker } from "node:worker_threads";
import type { BuildBar } from "./follower/build-bar.ts";
import { defaultAsideMs } from "./follower/leased-follower.ts";
import {
  type ProjectionMessage,
  type ProjectionTimes,
  type ProjectionWorkerData,
  stopMessage,
} from "./follower/projection-messages.ts";
import { type ProjectionLog, ProjectionStatus } from "./follower/projection-status.ts";
import { allProjections } from "./read-models/all-projections.ts";
import type { Projection } from "./read-models/projection.ts";
import type { Changed } from "./store/caching-read-store.ts";

/** Projections, and the script of the thread that runs them: functions cannot be passed to a thread. */
export interface ProjectionThread {
  projections: readonly Projection[];
  script: URL;
}

const threadOfService: ProjectionThread = {
  projections: allProjections,
  script: new URL("./projection-worker.ts", import.meta.url),
};

export interface EmbeddedProjectionsOptions extends ProjectionWorkerData {
  /** Gets the faults of projections, the parked documents, and operations that failed and will be retried. */
  log: ProjectionLog;
  /** The thread ended unexpectedly: the read models no longer advance, and the process must not continue as if they did. */
  onDeath: (error: Error) => void;
  /** Documents were written. Called before the progress that includes them. */
  onChanged?: (changed: Changed) => void;
  /** Every projection of the service unless given. */
  thread?: ProjectionThread | undefined;
  /** Shows builds on the terminal. */
  bar?: BuildBar | null | undefined;
}

export interface EmbeddedProjections extends Pick<ProjectionStatus, "progress"> {
  readonly status: Omit<ProjectionStatus, "progress" | "receive">;
  /** Finishes the current batch or, if that is slow, abandons it. Then ends the thread. */
  stop(): Promise<void>;
}

const stopTimeoutMs = 5000;
/** Nobody else wants the leases of a data folder, and renewing each of them every second is most of what an idle process would do. */
const timesOfOneProcess: ProjectionTimes = {
  heartbeatMs: 500,
  lease: { leaseMs: 60_000, renewEveryMs: 20_000 },
  asideMs: defaultAsideMs,
  compareMs: 5000,
  graceMs: 0,
};
/** Heap for short-lived objects. By default it grows to 48 MB, and an idle thread keeps it. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/**
 * Starts the projections in a worker thread. The log and the vault must exist. Resolves when the thread has opened its stores and told how far they are;
 * rejects when it cannot, or when the log was replaced by an older one.
 */
export async function startEmbeddedProjections(options: EmbeddedProjectionsOptions): Promise<EmbeddedProjections> {
  const { log, onChanged, onDeath, thread = threadOfService, bar, ...workerData } = options;
  const worker = new Worker(thread.script, {
    workerData: { ...workerData, times: options.times ?? timesOfOneProcess, script: thread.script.href },
    resourceLimits,
  });
  const status = new ProjectionStatus(log, thread.projections, bar);
  const ready = Promise.withResolvers<void>();
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  let running = false;
  let ending = false;

  const died = (error: Error) => {
    status.progress.end();
    if (running && !ending) onDeath(error);
    ending = true;
    ready.reject(error);
  };
  worker.on("error", died);
  worker.on("exit", (code) => died(new Error(`the thread of the projections ended with ${code}`)));
  worker.on("message", (message: ProjectionMessage) => {
    if (message.kind === "changed") return onChanged?.(message.changed);
    if (message.kind !== "ready") return status.receive(message);
    running = true;
    ready.resolve();
  });
  // A refused start leaves nothing behind that still has the read models' files open.
  await ready.promise.catch(async (error) => {
    await exited;
    throw error;
  });

  return {
    progress: status.progress,
    status,
    async stop() {
      ending = true;
      worker.postMessage(stopMessage);
      const late = setTimeout(() => worker.terminate(), stopTimeoutMs);
      await exited;
      clearTimeout(late);
    },
  };
}
