import type { Position } from "@attestory/events/envelope.ts";
import type { Collection, ReadStoreWriter } from "./read-store.ts";

/** A build of a projection: `building` is nobody's to read, `running` is read, `kept` was read before. */
export interface Build {
  projection: string;
  build: number;
  state: "building" | "running" | "kept";
  /** Milliseconds since the epoch, as are the other times. */
  since: number;
  progress: BuildProgress;
}

export interface BuildProgress {
  started: number;
  /** When this was told. */
  told: number;
  /** The position that was reached, of the log's head. */
  done: Position;
  total: Position;
  perSecond: number;
}

/** A build that grows beside the running one, at full speed: what is written is durable, and can be read, only once it is sealed. */
export interface BuildInProgress extends Pick<ReadStoreWriter, "load" | "write"> {
  build: number;
  tell(progress: BuildProgress): void;
  /** Writes everything to the disk. It is followed and switched to like any other build from then on. */
  seal(): Promise<void>;
  /** Leaves nothing of it. */
  drop(): Promise<void>;
}

/** A build as a follower writes it, whether it is read or not. */
export interface OpenBuild extends Pick<ReadStoreWriter, "load" | "write" | "checkpoint" | "parked"> {
  /** How many documents there are, tombstones left out. */
  count(): Promise<number>;
  /** How many documents stand still. */
  countParked(): Promise<number>;
  /** Documents and tombstones in the order of their keys, `limit` after the key. */
  page(after: string, limit: number): Promise<Map<string, { position: Position; text: string | null }>>;
  close(): Promise<void>;
}

/** The builds of every projection. */
export interface Builds {
  /** By projection, the newest first. */
  list(): Promise<Build[]>;
  /** Makes an empty one. What is left of others that were never finished is removed. */
  begin(collection: Collection): Promise<BuildInProgress>;
  open(collection: Collection, build: number): Promise<OpenBuild>;
  /**
   * Makes the build the one that is read, and keeps the one before. `caughtUp` is called while nobody writes the one before, which
   * stands at the position that it is given; it brings the build there, or throws, and then nothing is switched. Nor is it to a
   * build that somebody has dropped meanwhile.
   * @throws TypeError when there is no such build
   */
  switchTo(collection: Collection, build: number, caughtUp: (position: Position) => Promise<void>): Promise<void>;
  /** Removes a build that is not read. */
  drop(projection: string, build: number): Promise<void>;
  close(): Promise<void>;
}
