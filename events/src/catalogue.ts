import type { EventDefinition, EventOf } from "./define-event.ts";
import { definitions } from "./definitions.ts";
import { type Actor, type Delegate, type Envelope, type StoredEvent, storedMetadata } from "./envelope.ts";

/** Any event of Attestory, in its newest version. */
export type AttestoryEvent = EventOf<(typeof definitions)[number]>;

type At<Event> = Event extends { type: string; data: object } ? Envelope & Event : never;
/** An event with its position in the log. Personal fields are null until they are decrypted. */
export type RecordedEvent<Event extends AttestoryEvent = AttestoryEvent> = At<Event>;
/** A recorded event of one type, or of several. */
export type Recorded<Type extends AttestoryEvent["type"]> = RecordedByType[Type];
/** Looked up: to pick each out of the union takes the compiler longer. */
type RecordedByType = { readonly [Event in AttestoryEvent as Event["type"]]: At<Event> };

/** An event that was decided, before encryption. */
export interface NewEvent {
  id: string;
  event: AttestoryEvent;
  /** The person whose key encrypts the personal fields, the IP address and the user agent. */
  person: string | null;
  recordedAt: Date;
  /** See `storedMetadata`, also for the fields below. */
  actor: Actor;
  delegate: Delegate | null;
  sessionId: string | null;
  correlationId: string;
  causationId: string | null;
  fingerprint: string | null;
  ip: string | null;
  userAgent: string | null;
}

/** The log holds an event that this release cannot read. Such an event is never skipped silently. */
export class UnreadableEvent extends Error {
  override name = "UnreadableEvent";
}

const byType = new Map<string, EventDefinition>(definitions.map((definition) => [definition.type, definition]));

/** The definition of an event type. Throws UnreadableEvent for an unknown type. */
export function definitionOf(type: string): EventDefinition {
  const definition = byType.get(type);
  if (!definition) throw new UnreadableEvent(`unknown event type ${type}`);
  return definition;
}

/** The decrypted personal data of one event. */
export interface DecryptedFields {
  data: Record<string, unknown>;
  ip: string | null;
  userAgent: string | null;
}

/** Parses a stored event into its newest version. Without `opened`, personal fields are null. Throws UnreadableEvent. */
export function parseEvent(stored: StoredEvent, opened?: DecryptedFields): RecordedEvent {
  const definition = definitionOf(stored.type);
  const raw = { ...nullsOf(definition), ...parsedJson(stored, stored.data), ...opened?.data };
  const data = definition.schema.safeParse(upcast(definition, stored.schemaVersion, raw));
  if (!data.success) throw unreadable(stored, data.error.message);
  const metadata = storedMetadata.safeParse(parsedJson(stored, stored.metadata));
  if (!metadata.success) throw unreadable(stored, metadata.error.message);
  const { actor, delegate, sessionId, correlationId, causationId, fingerprint } = metadata.data;
  const event = {
    id: stored.id,
    stream: stored.stream,
    version: stored.version,
    position: stored.position,
    recordedAt: new Date(stored.recordedAt),
    person: stored.person,
    ip: opened?.ip ?? null,
    userAgent: opened?.userAgent ?? null,
    actor,
    delegate,
    sessionId,
    correlationId,
    causationId,
    fingerprint,
    // The same text for every event of the type: equal by identity, so that tables by type are fast to look up in.
    type: definition.type,
    data: data.data,
    stored,
  };
  // The schema that was just applied belongs to `type`; TypeScript cannot follow the look-up.
  return event as unknown as RecordedEvent;
}

/** The same event with its decrypted fields. Throws UnreadableEvent. */
export function withDecrypted(event: RecordedEvent, opened: DecryptedFields): RecordedEvent {
  const definition = definitionOf(event.type);
  // An upcast may depend on all fields of the older version.
  if (event.stored.schemaVersion !== definition.version) return parseEvent(event.stored, opened);
  const { ip, userAgent } = opened;
  if (definition.personalFields.length === 0) return { ...event, ip, userAgent };
  const fields = definition.personalSchema.safeParse({ ...nullsOf(definition), ...opened.data });
  if (!fields.success) throw unreadable(event, fields.error.message);
  // The fields belong to the event's type, as above.
  return { ...event, ip, userAgent, data: { ...event.data, ...fields.data } } as RecordedEvent;
}

const unreadable = ({ type, id }: { type: string; id: string }, why: string) =>
  new UnreadableEvent(`${type} ${id}: ${why}`);

function parsedJson(stored: StoredEvent, text: string) {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(stored, "not JSON");
  }
}

const nulls = new Map<EventDefinition, Record<string, null>>(
  definitions.map((definition) => [
    definition,
    Object.fromEntries(definition.personalFields.map((name) => [name, null])),
  ]),
);
const nullsOf = (definition: EventDefinition) => nulls.get(definition);

/** Upcasts a payload to the newest version, one version at a time. Throws UnreadableEvent. */
export function upcast(definition: EventDefinition, from: number, data: Record<string, unknown>) {
  if (from > definition.version) {
    throw new UnreadableEvent(`${definition.type} version ${from} is newer than this release`);
  }
  let shape = data;
  for (let version = from; version < definition.version; version++) {
    const next = definition.upcasts[version];
    if (!next) throw new UnreadableEvent(`${definition.type} has no version ${version}`);
    shape = next(shape);
  }
  return shape;
}
