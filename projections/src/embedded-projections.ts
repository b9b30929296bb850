import { Worker } from "node:worker_threads";
import type { ProjectionFault } from "./follower/follower.ts";
import { type Progress, ReportedProgress } from "./follower/progress.ts";
import {
  type DocumentFault,
  type ProjectionMessage,
  type ProjectionWorkerData,
  stopMessage,
} from "./projection-messages.ts";
import { allProjections } from "./read-models/all-projections.ts";
import type { Changed } from "./store/caching-read-store.ts";

export interface EmbeddedProjectionsOptions extends ProjectionWorkerData {
  /** The thread ended unexpectedly: the read models no longer advance, and the process must not continue as if they did. */
  onDeath: (error: Error) => void;
  /** Documents were written. Called before the progress that includes them. */
  onChanged?: (changed: Changed) => void;
  /** The set of parked documents has changed. */
  onParked?: (documents: readonly DocumentFault[]) => void;
  /** A projection has stopped permanently. */
  onFault: (fault: ProjectionFault) => void;
  /** An operation failed and will be retried; `reason` is for the log. */
  reportError: (reason: string) => void;
}

export interface EmbeddedProjections {
  readonly progress: Progress;
  /** Why the read models are not ready, in words that may be shown to anyone; null when they are ready. */
  readiness(): string | null;
  /** The parked documents, at most a hundred per projection. */
  parked(): readonly DocumentFault[];
  /** How many documents are parked, in words that may be shown to anyone; null if there are none. */
  parkedReason(): string | null;
  /** Finishes the current batch, then ends the thread. */
  stop(): Promise<void>;
}

/** Read models that lag further behind are not ready. */
const maxLagSeconds = 2;
const stopTimeoutMs = 5000;
/** Heap for short-lived objects. By default it grows to 48 MB, and an idle thread keeps it. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/**
 * Starts the projections in a worker thread. The log and the vault must exist. Resolves when the thread has opened its stores;
 * rejects when it cannot, or when the read models are ahead of the log.
 */
export async function startEmbeddedProjections(options: EmbeddedProjectionsOptions): Promise<EmbeddedProjections> {
  const { dataDir, generation, masterKey, holder, times, onChanged, onDeath, onFault, onParked, reportError } = options;
  const data: ProjectionWorkerData = {
    dataDir,
    generation,
    masterKey,
    ...(holder !== undefined && { holder }),
    ...(times && { times }),
  };
  const worker = new Worker(new URL("./projection-worker.ts", import.meta.url), { workerData: data, resourceLimits });
  const progress = new ReportedProgress();
  const faults = new Map<string, ProjectionFault>();
  let parked: readonly DocumentFault[] = [];
  let ending = false;
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));

  await new Promise<void>((resolve, reject) => {
    let started = false;
    const died = (error: Error) => {
      progress.end();
      if (!started) reject(error);
      else if (!ending) onDeath(error);
      ending = true;
    };
    worker.on("error", died);
    worker.on("exit", (code) => died(new Error(`the thread of the projections ended with ${code}`)));
    worker.on("message", (message: ProjectionMessage) => {
      switch (message.kind) {
        case "ready":
          started = true;
          return resolve();
        case "progress":
          return progress.tell(message.report);
        case "changed":
          return onChanged?.(message.changed);
        case "trouble":
          return reportError(message.reason);
        case "parked":
          parked = message.documents;
          return onParked?.(parked);
        case "started":
          for (const name of message.projections) faults.delete(name);
          return;
        case "fault":
          faults.set(message.fault.projection, message.fault);
          return onFault(message.fault);
      }
    });
  });

  return {
    progress,
    parked: () => parked,
    parkedReason: () => (parked.length === 0 ? null : `${parked.length} cannot be read`),
    readiness() {
      const [fault] = faults.values();
      if (fault) return `${fault.projection} has stopped at position ${fault.position}`;
      const lag = progress.lagSeconds(allProjections.map(({ name }) => name));
      if (lag <= maxLagSeconds) return null;
      return Number.isFinite(lag) ? `${Math.round(lag)} s behind` : "catching up";
    },
    async stop() {
      ending = true;
      worker.postMessage(stopMessage);
      const late = setTimeout(() => worker.terminate(), stopTimeoutMs);
      await exited;
      clearTimeout(late);
    },
  };
}
