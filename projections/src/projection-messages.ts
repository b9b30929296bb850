import type { ProjectionFault } from "./follower/follower.ts";
import type { LeaseTimes } from "./follower/lease.ts";
import type { ProgressReport } from "./follower/progress.ts";
import type { Changed } from "./store/caching-read-store.ts";
import type { ParkedDocument } from "./store/read-store.ts";

export interface ProjectionTimes {
  /** How often a process looks how new the log is and what others have folded. */
  heartbeatMs: number;
  lease: LeaseTimes;
  /** How long a process stands aside when its projections have stopped for good. */
  asideMs: number;
}

/** What the projections' thread is given. */
export interface ProjectionWorkerData {
  dataDir: string;
  generation: number;
  masterKey: Uint8Array;
  /** Names whoever has this thread among all who share the leases; another each time unless it is said. */
  holder?: string;
  times?: ProjectionTimes;
}

/** A document that stands still, and why. */
export interface DocumentFault extends ParkedDocument {
  projection: string;
}

/** What it tells. `ready`: its stores are open and its documents are not ahead of the log. */
export type ProjectionMessage =
  | { kind: "ready" }
  /** Comes before the progress that these documents are part of. */
  | { kind: "changed"; changed: Changed }
  | { kind: "progress"; report: ProgressReport }
  /** Every document that stands still, whenever that has changed. */
  | { kind: "parked"; documents: readonly DocumentFault[] }
  /** These fold from now on, for the first time or again: a fault from before stands no more. */
  | { kind: "started"; projections: readonly string[] }
  | { kind: "fault"; fault: ProjectionFault }
  | { kind: "trouble"; reason: string };

/** What it is told, once: to finish its batch and end. */
export const stopMessage = "stop";
