import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";

/** Where an index finds a document: those with one `value` stand together, sorted by `order`, then by key. */
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
 * What is remembered of the log for reading: documents, each folded from the events that have its key.
 * Pure: no clock, no look-up, no randomness, so folding again gives the same documents.
 */
export interface Projection<Document extends object = object, Event extends AttestoryEvent = AttestoryEvent> {
  /** `<what>@<version>`: a changed fold takes a new version and is built anew. */
  readonly name: `${string}@${number}`;
  readonly takes: readonly Event["type"][];
  /** Whether `apply` gets the personal fields, the address and the user agent, or null in their place. */
  readonly personal: "opened" | "sealed";
  readonly indexes: Readonly<Record<string, Index<Document>>>;
  /** The keys of the documents that the event touches. */
  keys(event: RecordedEvent<Event>): readonly string[];
  /** The document after the event; null removes it. It never changes the one it is given. */
  evolve(document: Document | null, event: RecordedEvent<Event>): Document | null;
}
