import type { Changes, Collection } from "../read-store.ts";
import { documentText, parkedText } from "./build-documents.ts";

/** Values of rows, one row after the other: a flat list passes to another thread sooner than a list of rows. */
export type Values = (string | number | null)[];

/** Documents and their index entries, as a file stores them. */
export interface BuildRows {
  /** `key`, `position`, `document` and `parked` of each row. */
  documents: Values;
  /** `name`, `value`, `place`, `key` of each row, and the position of the document. */
  entries: Values;
}

export const valuesOfDocument = 4;
export const valuesOfEntry = 5;

export function rowsOf({ indexes }: Collection, documents: Changes["documents"]): BuildRows {
  const rows: BuildRows = { documents: [], entries: [] };
  const named = Object.entries(indexes);
  for (const [key, { position, document, parked }] of documents) {
    // Positions stay below 2^53.
    const place = Number(position);
    rows.documents.push(key, place, documentText(document), parkedText(parked));
    if (!document) continue;
    for (const [name, index] of named) {
      const entry = index.entry(document);
      if (entry) rows.entries.push(name, entry.value, entry.order, key, place);
    }
  }
  return rows;
}

/** A document as it was read: as text, for the thread that asked. */
export type StoredDocument = [key: string, position: number, document: string | null, parked: string | null];
