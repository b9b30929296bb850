import type { Seal } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";

/** An event's sealed fields as a document stores them. Only the vault has the keys to decrypt them. */
export interface SealedFields {
  id: string;
  type: string;
  stream: string;
  person: string;
  /** Base64. */
  sealed: string;
}

/** Null when the event has no sealed fields. */
export function sealedFieldsOf({ stored: { id, type, stream, person, sealed } }: RecordedEvent): SealedFields | null {
  if (!sealed || person === null) return null;
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  return { id, type, stream, person, sealed: bytes.toString("base64") };
}

/** Converts to the argument of `Sealing.decryptSealed`. */
export const sealOf = ({ stream, sealed, ...seal }: SealedFields): Seal => ({
  ...seal,
  stream: stream as StreamName,
  sealed: Buffer.from(sealed, "base64"),
});
