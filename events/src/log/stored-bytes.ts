import { hash } from "node:crypto";
import type { StoredEvent } from "../envelope.ts";

/** The bytes that stand for one stored event: what its checksum, and any later proof, is made of. */
export function storedBytes(event: Omit<StoredEvent, "position">): string {
  return JSON.stringify([
    event.stream,
    event.version,
    event.id,
    event.type,
    event.schemaVersion,
    event.recordedAt,
    event.person,
    event.data,
    event.metadata,
    event.sealed &&
      Buffer.from(event.sealed.buffer, event.sealed.byteOffset, event.sealed.byteLength).toString("base64"),
  ]);
}

/** SHA-256 of the stored bytes. */
export const checksumOf = (event: Omit<StoredEvent, "position">): Buffer =>
  hash("sha256", storedBytes(event), "buffer");

/** Whether these bytes are the event's checksum. Compared as text, the form in which a hash costs least. */
export function hasChecksum(event: Omit<StoredEvent, "position">, checksum: Uint8Array): boolean {
  const told = Buffer.from(checksum.buffer, checksum.byteOffset, checksum.byteLength).toString("binary");
  return hash("sha256", storedBytes(event), "binary") === told;
}
