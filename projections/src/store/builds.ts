import type { Position } from "@attestory/events/envelope.ts";
import type { Changes, Checkpoint, Collection, ReadStoreWriter } from "./read-store.ts";

/**
 * A build of a projection: `building` is not readable yet, or not any more; `running` is the active build, `kept` was active before and may be
 * made active again.
 */
export interface Build {
  projection: string;
  build: number;
  state: "building" | "running" | "kept";
  /** Its documents are those of the former version of the projection, or followed on from them: they are to be built anew. */
  isCarriedOver: boolean;
  /** Milliseconds since the epoch, as are the other times. */
  since: number;
  progress: BuildProgress;
}

export interface BuildProgress {
  started: number;
  /** When this progress was reported. */
  told: number;
  /** The position reached so far; `total` is the log's head. */
  done: Position;
  total: Position;
  perSecond: number;
  /** Absent while events are applied. */
  writing?: Writing;
}

/** Documents that are written, sorted and switched to, after the events were applied. */
export interface Writing {
  documents: number;
  of: number;
  perSecond: number;
}

/** How far the present phase of a build is: it applies events, then it writes documents. */
export const phaseOf = ({ done, total, perSecond, writing }: BuildProgress) =>
  writing
    ? ({ phase: "writing", done: writing.documents, total: writing.of, perSecond: writing.perSecond } as const)
    : ({ phase: "applying", done: Number(done), total: Number(total), perSecond } as const);

/** Estimated seconds left of the present phase, at the average speed so far. */
export function estimateSeconds(progress: BuildProgress): number {
  const { done, total, perSecond } = phaseOf(progress);
  return perSecond > 0 ? Math.ceil((total - done) / perSecond) : Number.POSITIVE_INFINITY;
}

/** What an unfinished build is compared with before it is continued. */
export interface Continuing {
  /** Identifies the code that makes documents of events. */
  code: string;
  /** Whether the log has the event of this checkpoint, at the same position. */
  isInLog(checkpoint: Checkpoint): Promise<boolean>;
}

/** One build's part of a batch. */
export interface BuildChanges extends Changes {
  /** No document is newer than this, though some may be newer than the checkpoint. The checkpoint, unless given. */
  reached?: Checkpoint | undefined;
}

/** A build that is filled at full speed beside the active one. Its documents can be read only after `seal` and a switch. */
export interface BuildInProgress extends Pick<ReadStoreWriter, "load"> {
  build: number;
  /**
   * Every event up to here is in its documents: zero, unless an unfinished build is continued. Some of its documents may be newer. They hold
   * every event up to their own position.
   */
  from: Position;
  /** Whether another process can continue it from the last checkpoint that was written. Otherwise it is durable only after `seal`. */
  isContinuable: boolean;
  /** As that of `ReadStoreWriter`. @throws BuildLost */
  write(changes: readonly BuildChanges[]): Promise<void>;
  saveProgress(progress: BuildProgress): void;
  /** Writes everything to disk. From then on it can be followed and switched to like any other build. @throws BuildLost */
  seal(): Promise<void>;
  /** Ends the work of this process: the next `begin` may continue the build. Removes one that is not continuable. */
  leave(): Promise<void>;
  /** Removes the build completely, unless another process continues it. */
  drop(): Promise<void>;
}

/** Another process continues the build, or has removed it: this one must not write to it any more. */
export class BuildLost extends Error {
  override name = "BuildLost";
}

/** A build as a follower writes it, active or not. */
export interface OpenBuild extends Pick<ReadStoreWriter, "load" | "write" | "checkpoint" | "parked"> {
  /** The number of documents, without tombstones. */
  count(): Promise<number>;
  /** The number of parked documents. */
  countParked(): Promise<number>;
  /** Up to `limit` documents and tombstones after the key `after`, in key order. */
  page(after: string, limit: number): Promise<Map<string, { position: Position; text: string | null }>>;
  close(): Promise<void>;
}

/** What `caughtUp` of a switch resolves to if the previous build is not to be kept. */
export const previousDropped = "dropped";

/** The builds of every projection. */
export interface Builds {
  /** Ordered by projection, newest build first. */
  list(): Promise<Build[]>;
  /**
   * Returns the projection's unfinished build if it can be continued, else an empty one. It is continued only if the same code made it, of
   * the same log, and could apply every event. Removes the other builds that were never finished. From then on,
   * another process that writes to one that is continuable gets BuildLost.
   * @param continuing never continues, unless given
   */
  begin(collection: Collection, continuing?: Continuing): Promise<BuildInProgress>;
  open(collection: Collection, build: number): Promise<OpenBuild>;
  /**
   * Makes the build active, and keeps the previous one. `caughtUp` gets the position of the previous build, whose writes are not
   * acknowledged meanwhile, and brings the new build to that position. If it throws, or the build is dropped meanwhile, nothing is
   * switched. If it resolves to `previousDropped`, the previous build counts as never finished from the same moment on.
   * @throws TypeError when there is no such build
   */
  switchTo(collection: Collection, build: number, caughtUp: (position: Position) => Promise<unknown>): Promise<void>;
  /** Removes a build that is not active. */
  drop(projection: string, build: number): Promise<void>;
  /**
   * Makes a copy of the active build of `former`, another projection, the first active build of the collection. `former` may be followed
   * meanwhile. False, and nothing is left behind, if `former` has no active build, or if the collection has one before the copy is complete.
   * One caller at a time: it removes what an earlier one has left.
   */
  carryOver(collection: Collection, former: string): Promise<boolean>;
  /** Drops every build of a projection that no process follows or reads any more. Interrupted, it can be repeated. */
  dropAll(projection: string): Promise<void>;
  /** Threads that write builds give way to the others from now on. Lacking where there are none. */
  giveWay?(): void;
  close(): Promise<void>;
}
