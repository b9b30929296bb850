import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** Writes what arrives to a new file, which only its owner can read. */
export async function receiveFile(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  { onBytes, signal }: { onBytes(received: number): void; signal: AbortSignal },
): Promise<void> {
  async function* counted() {
    let received = 0;
    for await (const piece of bytes) {
      received += piece.byteLength;
      onBytes(received);
      yield piece;
    }
  }
  await pipeline(counted, createWriteStream(file, { mode: 0o600 }), { signal });
}
