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
  /** The thread died by itself: nothing is remembered any more, and the process must not go on as if it were. */
  onDeath: (error: Error) => void;
  /** Documents were written; told before the progress that they are part of. */
  onChanged?: (changed: Changed) => void;
  /** Which documents stand still has changed. */
  onParked?: (documents: readonly DocumentFault[]) => void;
  /** A projection has stopped for good. */
  onFault: (fault: ProjectionFault) => void;
  /** Something failed and will be tried again; the reason is for the log. */
  reportError: (reason: string) => void;
}

export interface EmbeddedProjections {
  readonly progress: Progress;
  /** A reason in words that may be shown to anyone, or null when the read models can be read. */
  readiness(): string | null;
  /** The documents that stand still; at most a hundred a projection. */
  parked(): readonly DocumentFault[];
  /** In words that may be shown to anyone, or null when there is none. */
  parkedReason(): string | null;
  /** Finishes the batch under way, then ends the thread. */
  stop(): Promise<void>;
}

/** Read models further behind than this are not believed. */
const maxLagSeconds = 2;
const stopTimeoutMs = 5000;
/** Of memory, for what is garbage a moment later; by default it grows to 48 MB, and a thread that has nothing to do keeps it. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/**
 * Starts the projections in a thread of their own. The log and the vault must exist. Resolves when it has opened its stores;
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
