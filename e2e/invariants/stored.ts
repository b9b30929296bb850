import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";

/** All that is stored of the product, wherever that is: the log, what opens it, and what was folded from it. */
export interface Stored {
  /** With their personal fields. */
  events: RecordedEvent[];
  /** The same ones without. */
  sealed: RecordedEvent[];
  keyring: Keyring;
  /** Of one projection, by its name: of the build that is read, no older than the events. */
  documentsOf(projection: string): StoredDocuments;
}

export interface StoredDocuments {
  checkpoint: bigint;
  documents: Map<string, { position: bigint; document: unknown }>;
  /** Keys of those that stand still. */
  parked: string[];
}
