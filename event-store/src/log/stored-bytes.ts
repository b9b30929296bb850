import { hash } from "node:crypto";
import type { StoredEvent } from "@attestory/events/envelope.ts";

/** Raised when stored events get another form, in any of the logs. */
export const logFormat = 2;

/** The bytes that represent one stored event: its checksum, and any later proof, is computed from them. The same in every log. */
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

/** Whether this is the event's checksum, as bytes or in lower-case hexadecimal digits (the fastest form). */
export function hasChecksum(event: Omit<StoredEvent, "position">, checksum: Uint8Array | string): boolean {
  const expected = typeof checksum === "string" ? checksum : Buffer.from(checksum).toString("hex");
  return hash("sha256", storedBytes(event), "hex") === expected;
}
