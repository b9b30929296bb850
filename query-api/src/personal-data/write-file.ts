import { Readable } from "node:stream";
import type { Head, Section } from "./sections.ts";
import { writePage } from "./write-page.ts";

/** A person's data as JSON: an object with a list for each section, in which each item has a line. */
async function* writeJson(head: Head, sections: readonly Section[]): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const { key, items } of sections) {
    yield `,\n"${key}":[`;
    let separator = "\n";
    for await (const item of items) {
      yield separator + JSON.stringify(item);
      separator = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

const writers = { json: writeJson, html: writePage };
export type Format = keyof typeof writers;

/** The file, read and written a piece at a time, however long it is. */
export const writeFile = (format: Format, head: Head, sections: readonly Section[]): Readable =>
  Readable.from(inPieces(writers[format](head, sections)), { objectMode: false });

/** Of characters. A piece for each line would be sent as a packet each. */
const pieceSize = 16_384;

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
