import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import {
  type AttestoryEvent,
  type DecryptedFields,
  definitionOf,
  type NewEvent,
  type RecordedEvent,
  withDecrypted,
} from "@attestory/events/catalogue.ts";
import { metadataText, type SealedEvent, type StreamName, userStream } from "@attestory/events/envelope.ts";
import type { Keyring } from "./keyring.ts";
import { newNonce, nonceBytes } from "./nonce.ts";

const format = 1;
const tagBytes = 16;

/** Encrypts decided events for the log, and decrypts them. At most one ciphertext per event (AES-256-GCM, the person's key). */
export interface Sealing {
  /**
   * Creates the person's key only for the first events of the person's stream. @throws PersonErased @throws PersonKeyMissing
   */
  seal(stream: StreamName, events: readonly NewEvent[], place?: { isFirst: boolean }): Promise<SealedEvent[]>;
  /**
   * The same events with their personal fields; those of erased persons stay null. Keys are fetched once per call.
   * @throws PersonKeyMissing
   */
  decrypt<Event extends AttestoryEvent>(events: readonly RecordedEvent<Event>[]): Promise<RecordedEvent<Event>[]>;
  /** Decrypts seals that were stored apart from their events, in the same order. Null if the person is erased. */
  decryptSealed(seals: readonly Seal[]): Promise<(DecryptedFields | null)[]>;
}

/** The encrypted part of an event, and what is needed to decrypt it. */
export interface Seal {
  id: string;
  type: string;
  stream: StreamName;
  person: string;
  sealed: Uint8Array;
}

/** The ciphertext of one event's fields, with the key of its person. */
export const sealFields = (
  key: KeyObject,
  { id, type, stream }: Pick<Seal, "id" | "type" | "stream">,
  fields: DecryptedFields,
): Uint8Array => close(key, boundTo(id, type, stream), fields);

/** Binds the ciphertext to its event and stream (by logical name, so that an import into another generation can decrypt it). */
const boundTo = (id: string, type: string, stream: string) => Buffer.from(JSON.stringify([id, type, stream]));

export function createSealing(keyring: Keyring): Sealing {
  return {
    async seal(stream, events, { isFirst } = { isFirst: false }) {
      const keyOf = (person: string) =>
        isFirst && stream === userStream(person) ? keyring.createPersonKey(person) : keyring.personKeyToSeal(person);
      return Promise.all(events.map((event) => sealOne(keyOf, stream, event)));
    },
    async decrypt(events) {
      const persons = events.flatMap(({ person, stored }) => (person && stored.sealed ? [person] : []));
      if (persons.length === 0) return [...events];
      const keys = await keyring.personKeys(persons);
      return events.map((event) => {
        const { id, type, stream, person, sealed } = event.stored;
        const key = person && keys.get(person);
        if (!key || !sealed) return event;
        return withDecrypted(event, open(key, { id, type, stream, person, sealed })) as typeof event;
      });
    },
    async decryptSealed(seals) {
      const keys = await keyring.personKeys(seals.map(({ person }) => person));
      return seals.map((seal) => {
        const key = keys.get(seal.person);
        return key ? open(key, seal) : null;
      });
    },
  };
}

async function sealOne(
  keyOf: (person: string) => Promise<KeyObject>,
  stream: StreamName,
  decided: NewEvent,
): Promise<SealedEvent> {
  const { event, person, ip, userAgent } = decided;
  const { version, schema, personalFields } = definitionOf(event.type);
  const data: Record<string, unknown> = { ...schema.parse(event.data) };
  const fields: Record<string, unknown> = {};
  for (const name of personalFields) {
    fields[name] = data[name];
    delete data[name];
  }
  const secret: DecryptedFields = { data: fields, ip, userAgent };
  const hasSecret = personalFields.length > 0 || (person !== null && (ip ?? userAgent) !== null);
  if (hasSecret && person === null) throw new TypeError(`${event.type} has personal fields and no person`);
  return {
    id: decided.id,
    type: event.type,
    schemaVersion: version,
    recordedAt: decided.recordedAt.getTime(),
    person,
    data: JSON.stringify(data),
    metadata: metadataText(decided),
    sealed:
      hasSecret && person
        ? sealFields(await keyOf(person), { id: decided.id, type: event.type, stream }, secret)
        : null,
  };
}

function close(key: KeyObject, bound: Buffer, secret: DecryptedFields): Uint8Array {
  const nonce = newNonce();
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(bound);
  const plain = Buffer.from(JSON.stringify(secret));
  return Buffer.concat([Buffer.of(format), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The ciphertext was moved, changed, or encrypted with another key. */
export class DamagedSeal extends Error {
  override name = "DamagedSeal";
}

/** Decrypts a seal; never returns null. @throws DamagedSeal */
function open(key: KeyObject, seal: Seal): DecryptedFields {
  const { id, sealed } = seal;
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes[0] !== format) throw new DamagedSeal(`the sealed fields of event ${id} have an unknown format`);
  try {
    return JSON.parse(decipher(key, seal, bytes).toString("utf8"));
  } catch (cause) {
    throw new DamagedSeal(`the sealed fields of event ${id} cannot be decrypted`, { cause });
  }
}

function decipher(key: KeyObject, { id, type, stream }: Seal, bytes: Buffer): Buffer {
  const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
    .setAAD(boundTo(id, type, stream))
    .setAuthTag(bytes.subarray(-tagBytes));
  const plain = cipher.update(bytes.subarray(1 + nonceBytes, -tagBytes));
  // Returns no more bytes in this mode, but throws if the tag is wrong.
  cipher.final();
  return plain;
}
