import type { Position } from "@attestory/events/envelope.ts";
import type { Index, Projection } from "../read-models/projection.ts";

/** What the read store needs of a projection: where its documents are, and how they are found. */
export type Collection<Document extends object = object> = Pick<Projection<Document>, "name"> & {
  readonly indexes: Readonly<Record<string, Index<Document>>>;
};

export interface Listing {
  index: string;
  value: string;
  direction: "ascending" | "descending";
  limit: number;
  /** The place of the last one that was already seen. */
  after?: Place;
}

/** Where a document stands in a listing. Stays meaningful when the document moves or goes. */
export interface Place {
  order: string;
  key: string;
}

export interface Listed<Document> extends Place {
  document: Document;
}

/**
 * Folded documents, for the query side. Removed ones are not there. Asking for one that is parked throws DocumentParked; where the
 * store is a server's, every call may throw ReadStoreUnavailable, on this side and on the other.
 */
export interface ReadStore {
  get<Document extends object>(from: Collection<Document>, key: string): Promise<Document | null>;
  /** Those that exist, by key. */
  getMany<Document extends object>(from: Collection<Document>, keys: readonly string[]): Promise<Map<string, Document>>;
  /** In the order of the index; fewer than `limit` only at the end. */
  list<Document extends object>(from: Collection<Document>, listing: Listing): Promise<Listed<Document>[]>;
  close(): Promise<void>;
}

/** Why a document stands still: an event that could not be folded into it. Later ones are not folded either. */
export interface Parked {
  /** Of the event. */
  position: Position;
  event: { id: string; type: string };
  reason: string;
}

/** A document as it is kept, with the position of the newest event in it. A null document is a tombstone. */
export interface Kept<Document extends object = object> {
  position: Position;
  document: Document | null;
  parked?: Parked;
}

export interface ParkedDocument extends Parked {
  key: string;
}

/** One projection's part of a batch. */
export interface Changes {
  collection: Collection;
  documents: ReadonlyMap<string, Kept>;
  /** Every event up to here is in the documents. */
  checkpoint: Position;
}

/**
 * Folded documents, for the followers: of each projection the build that is read. When another build has taken its place,
 * `load` and `write` throw BuildSwitched until `checkpoint` was asked again. Adapters pass `read-store-contract.ts`.
 */
export interface ReadStoreWriter {
  /** Documents and tombstones, by key. */
  load(from: Collection, keys: readonly string[]): Promise<Map<string, Kept>>;
  /**
   * Writes each document unless the one that is kept is as new or newer, and the checkpoints after all of them.
   * A checkpoint never goes back. Stopped half-way, it may be done again.
   */
  write(changes: readonly Changes[]): Promise<void>;
  /** Zero where nothing was folded yet. */
  checkpoint(name: string): Promise<Position>;
  /** At most `limit` of the documents that stand still, by key. */
  parked(name: string, limit?: number): Promise<ParkedDocument[]>;
  /**
   * The head is asked for only when it is known what was folded: another process may have folded since what the log took since.
   * @throws ReadModelAhead when documents hold events that the log does not: the log was replaced by an older one.
   */
  assertNotAhead(head: () => Promise<Position>): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached, or did not answer in time: nobody knows whether what was asked was done. It may be asked again. */
export class ReadStoreUnavailable extends Error {
  override name = "ReadStoreUnavailable";
}

/** An event could not be folded into the document that was asked for: what it holds is not to be believed. */
export class DocumentParked extends Error {
  override name = "DocumentParked";
}

/** Another build is read now: a follower goes on from that one's checkpoint. */
export class BuildSwitched extends Error {
  override name = "BuildSwitched";
}

export class ReadModelAhead extends Error {
  override name = "ReadModelAhead";
}
