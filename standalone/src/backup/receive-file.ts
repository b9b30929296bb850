import { createWriteStream } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { DiskFull } from "./import-in-thread.ts";

/** What stays free for the log and the read models, which are written meanwhile. */
const bytesKeptFree = 256 * 1024 * 1024;
const checkEveryBytes = 16 * 1024 * 1024;

/** Writes what arrives to a new file, which only its owner can read. @throws DiskFull before the disk is full */
export async function receiveFile(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  { onBytes, signal }: { onBytes(received: number): void; signal: AbortSignal },
): Promise<void> {
  async function* counted() {
    let received = 0;
    let checkAt = checkEveryBytes;
    for await (const piece of bytes) {
      received += piece.byteLength;
      if (received >= checkAt) {
        await requireSpace(dirname(file));
        checkAt = received + checkEveryBytes;
      }
      onBytes(received);
      yield piece;
    }
  }
  await pipeline(counted, createWriteStream(file, { mode: 0o600 }), { signal });
}

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytesKeptFree) throw new DiskFull("the disk is nearly full");
}
