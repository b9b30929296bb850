import type { Position } from "@attestory/events/envelope.ts";
import type { Collection, ReadStoreWriter } from "./read-store.ts";

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

/** A build that is filled at full speed beside the active one. Its documents are durable and readable only after `seal`. */
export interface BuildInProgress extends Pick<ReadStoreWriter, "load" | "write"> {
  build: number;
  saveProgress(progress: BuildProgress): void;
  /** Writes everything to disk. From then on it can be followed and switched to like any other build. */
  seal(): Promise<void>;
  /** Removes the build completely. */
  drop(): Promise<void>;
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
  /** Creates an empty build. Removes the projection's builds that were never finished. */
  begin(collection: Collection): Promise<BuildInProgress>;
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
  /** Removes every build of a projection that nobody follows and nobody reads any more. Interrupted, it can be repeated. */
  retire(projection: string): Promise<void>;
  close(): Promise<void>;
}
