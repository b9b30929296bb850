import type { GivenMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { BuildProgress } from "../store/builds.ts";
import type { Changed } from "../store/caching-read-store.ts";
import type { ParkedDocument } from "../store/read-store.ts";
import type { ProjectionFault } from "./follower.ts";
import type { LeaseTimes } from "./lease.ts";
import type { ProgressReport } from "./progress.ts";

export interface ProjectionTimes {
  /** How often a process reads the log's head and the checkpoints of other processes. */
  heartbeatMs: number;
  lease: LeaseTimes;
  /** How long a process pauses when its projections have stopped permanently. */
  asideMs: number;
  /** How often it compares its read models with the log. */
  compareMs?: number;
  /** How long no process must have followed what this release supersedes before that is dropped. */
  graceMs?: number;
  /** Projections that are more events behind may be built from zero. */
  nearby?: Position;
}

/** The data passed to the projection thread. */
export interface ProjectionWorkerData {
  dataDir: string;
  generation: number;
  masterKeys: GivenMasterKeys;
  /** Identifies this process among all that share the leases; random unless given. */
  holder?: string;
  times?: ProjectionTimes;
  /** How many documents a build keeps in memory. */
  buildDocuments?: number;
  /** The script of the thread, which also runs in the threads that it starts. */
  script?: string;
  /** Set in a thread that builds: the projections to build. */
  building?: readonly string[];
  /** Those of which no documents can be read meanwhile. */
  unserved?: readonly string[];
}

/** A parked document, and the reason. */
export interface DocumentFault extends ParkedDocument {
  projection: string;
}

/** A message from the thread. `ready`: its stores are open, its documents belong to this log, and it has told how far they are. */
export type ProjectionMessage =
  | { kind: "ready" }
  /** Sent before the progress that includes these documents. */
  | { kind: "changed"; changed: Changed }
  | { kind: "progress"; report: ProgressReport }
  /** All parked documents, sent whenever they change. */
  | { kind: "parked"; documents: readonly DocumentFault[] }
  /** These projections run from now on, for the first time or again: earlier faults no longer apply. */
  | { kind: "started"; projections: readonly string[] }
  | { kind: "fault"; fault: ProjectionFault }
  /** These projections are being built from zero; none, with null, once that has ended. `each`: where they differ in their progress. */
  | {
      kind: "building";
      projections: readonly string[];
      progress: BuildProgress | null;
      each?: ReadonlyMap<string, BuildProgress>;
    }
  /** The builds of these projections are active. */
  | { kind: "built"; projections: readonly string[] }
  /** These were to be built, and could not be; their followers go on. `publicReason` may be shown to anyone. */
  | { kind: "unbuilt"; projections: readonly string[]; reason: string; publicReason: string }
  | { kind: "error"; reason: string };

/** Sent to the thread once: finish the batch and end. */
export const stopMessage = "stop";
