import type { Position } from "@attestory/events/envelope.ts";
import type { Index, Projection } from "../read-models/projection.ts";

/** The part of a projection that the read store needs: its name, its indexes, and whether it holds personal fields in clear. */
export type Collection<Document extends object = object> = Pick<Projection<Document>, "name"> & {
  readonly indexes: Readonly<Record<string, Index<Document>>>;
  readonly personal?: Projection["personal"];
};

export interface Listing {
  index: string;
  value: string;
  direction: "ascending" | "descending";
  limit: number;
  /** The place of the last document of the previous page. */
  after?: Place;
}

/** A document's place in a listing. Stays usable when the document moves or is removed. */
export interface Place {
  order: string;
  key: string;
}

export interface Listed<Document> extends Place {
  document: Document;
}

/**
 * Projected documents, for queries. Removed documents are absent. Reading a parked document throws DocumentParked. If the store is a
 * server, every call may throw ReadStoreUnavailable, here and in `ReadStoreWriter`.
 */
export interface ReadStore {
  get<Document extends object>(from: Collection<Document>, key: string): Promise<Document | null>;
  /** The documents that exist, by key. */
  getMany<Document extends object>(from: Collection<Document>, keys: readonly string[]): Promise<Map<string, Document>>;
  /** In the order of the index; fewer than `limit` only at the end. */
  list<Document extends object>(from: Collection<Document>, listing: Listing): Promise<Listed<Document>[]>;
  close(): Promise<void>;
}

/** Why a document is parked: an event could not be applied to it. Later events are not applied either. */
export interface Parked {
  /** The event's position. */
  position: Position;
  event: { id: string; type: string };
  reason: string;
}

/** A stored document, with the position of its newest event. A null document is a tombstone. */
export interface Kept<Document extends object = object> {
  position: Position;
  document: Document | null;
  parked?: Parked;
}

export interface ParkedDocument extends Parked {
  key: string;
}

/** How far a build has processed the log. */
export interface Checkpoint {
  position: Position;
  /** The event at that position. An older log that has grown past it has another one there. Null at zero. */
  eventId: string | null;
}

export const noCheckpoint: Checkpoint = { position: 0n, eventId: null };

/** The checkpoint of a projection's active build: that of the partition which is the least far. */
export interface ProjectionCheckpoint extends Checkpoint {
  projection: string;
  /** Those of partitions that are further; absent if there are none. */
  ahead?: readonly Checkpoint[];
}

/** One projection's part of a batch. */
export interface Changes {
  collection: Collection;
  documents: ReadonlyMap<string, Kept>;
  /** The keys of documents that were not there when they were loaded: a store may insert them without looking for them. None unless given. */
  newKeys?: ReadonlySet<string> | undefined;
  /** Every event up to here is in the documents of these partitions. */
  checkpoint: Checkpoint;
  /** All unless given. */
  partitions?: readonly number[] | undefined;
}

/**
 * Projected documents, for followers: the active build of each projection. After another build has become active, `load` and `write` throw
 * BuildSwitched until `checkpoint` is called. After `checkpoints`, or a switch there and back, a store may go on without: the active build
 * has everything that was written, and no document is replaced by an older one. Adapters pass `read-store.contract.ts`.
 */
export interface ReadStoreWriter {
  /** How many checkpoints a build has, each of the documents of one partition (`partitionOf`). */
  readonly partitions: number;
  /** Documents and tombstones, by key. */
  load(from: Collection, keys: readonly string[]): Promise<Map<string, Kept>>;
  /**
   * Writes each document unless the stored one is as new or newer, and each checkpoint after its documents.
   * A checkpoint never goes back. An interrupted write can be repeated.
   */
  write(changes: readonly Changes[]): Promise<void>;
  /** The lowest of these partitions, all unless given; zero if no event was applied yet. */
  checkpoint(name: string, partitions?: readonly number[]): Promise<Position>;
  /** At most `limit` of the parked documents, ordered by key. */
  parked(name: string, limit?: number): Promise<ParkedDocument[]>;
  /** Of every active build, also of projections that this release does not know. */
  checkpoints(): Promise<ProjectionCheckpoint[]>;
  /**
   * Removes what the files of the active builds of these projections may still hold of personal text that was removed or replaced.
   * `due`: only of those that need it, and of large ones seldom. `now`: of all of them. Resolves when it is done. Absent if the store is a server.
   * @throws if the disk is full or a reader kept old pages. The file is compacted later.
   */
  compact?(projections: readonly string[], when: "due" | "now"): Promise<void>;
  /** The file or collection that an operator deletes to build every read model again. */
  readonly catalogue: string;
  close(): Promise<void>;
}

/** The store is unavailable or did not answer in time: the operation may or may not have happened. It can be retried. */
export class ReadStoreUnavailable extends Error {
  override name = "ReadStoreUnavailable";
}

/** An event could not be applied to the requested document: its content cannot be trusted. */
export class DocumentParked extends Error {
  override name = "DocumentParked";
}

/** Another build is active now: a follower continues from that build's checkpoint. */
export class BuildSwitched extends Error {
  override name = "BuildSwitched";
}
