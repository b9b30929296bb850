import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";

/** Everything that the product stores, wherever it is: the log, the keys that decrypt it, and the read models. */
export interface Stored {
  /** Of the log. */
  generation: number;
  /** With their personal fields decrypted. */
  events: RecordedEvent[];
  /** The same events with their personal fields encrypted. */
  sealed: RecordedEvent[];
  keyring: Keyring;
  /** The documents of the named projection's active build, read no earlier than the events. */
  documentsOf(projection: string): StoredDocuments;
}

export interface StoredDocuments {
  checkpoint: bigint;
  documents: Map<string, { position: bigint; document: unknown }>;
  /** Keys of the parked documents. */
  parked: string[];
}
