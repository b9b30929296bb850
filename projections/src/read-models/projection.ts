import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";

/** A document's entry in an index. Entries with the same `value` are sorted by `order`, then by key. */
export interface IndexEntry {
  value: string;
  /** Compared by its UTF-8 bytes. */
  order: string;
}

export interface Index<Document> {
  /** Null keeps the document out of the index. */
  entry(document: Document): IndexEntry | null;
}

/**
 * `authentication`: who is signed in is read from it. While it lags, the service is not ready, and sign-outs wait for it.
 * `other`: while it lags, only the calls that read it wait or fail.
 */
export type ProjectionGroup = "authentication" | "other";

/**
 * Defines a read model: documents, each evolved from the events that have its key.
 * Pure: no clock, no lookups, no randomness, so a rebuild gives the same documents.
 */
export interface Projection<Document extends object = object, Event extends AttestoryEvent = AttestoryEvent> {
  /** `<what>@<version>`: a changed `evolve` takes a new version and is rebuilt. */
  readonly name: `${string}@${number}`;
  /**
   * The former version. Its documents are served, and kept up to date, while those of this version are built. Promises that `evolve`, the
   * indexes and the queries of this version take its documents, which only lack what is new. Without it nothing is served meanwhile.
   */
  readonly continues?: `${string}@${number}` | undefined;
  readonly group: ProjectionGroup;
  readonly takes: readonly Event["type"][];
  /** `opened`: `evolve` gets the personal fields, the IP address and the user agent decrypted. `sealed`: it gets null instead. */
  readonly personal: "opened" | "sealed";
  readonly indexes: Readonly<Record<string, Index<Document>>>;
  /** The keys of the documents that the event touches. */
  keys(event: RecordedEvent<Event>): readonly string[];
  /**
   * Returns the document after the event; null removes it, and the same object says that nothing is to be written. Never modifies the
   * document passed in. `key`: which of the keys of the event the document has.
   */
  evolve(document: Document | null, event: RecordedEvent<Event>, key: string): Document | null;
}

/** The names of the projections of a group. */
export const namesIn = (group: ProjectionGroup, projections: readonly Projection[]): string[] =>
  projections.filter((projection) => projection.group === group).map(({ name }) => name);

/** `users` of `users@8`. */
export const unversioned = (name: string): string => name.replace(/@\d+$/, "");
