import { userEvents } from "./account-events.ts";
import { attemptEvents } from "./attempt-events.ts";
import type { EventDefinition, EventOf } from "./define-event.ts";
import { type Actor, type Envelope, type StoredEvent, storedMetadata } from "./envelope.ts";
import { identifierEvents } from "./identifier-events.ts";
import { mailEvents } from "./mail-events.ts";
import { sessionEvents } from "./sign-in-events.ts";

export const definitions = [
  ...userEvents,
  ...identifierEvents,
  ...sessionEvents,
  ...attemptEvents,
  ...mailEvents,
] as const;

/** Any event of ours, in its newest shape. */
export type AttestoryEvent = EventOf<(typeof definitions)[number]>;

type At<Event> = Event extends { type: string; data: object } ? Envelope & Event : never;
/** An event at its place in the log. Personal fields are null until they are opened. */
export type RecordedEvent<Event extends AttestoryEvent = AttestoryEvent> = At<Event>;

/** An event that was decided, before it is sealed. */
export interface NewEvent {
  id: string;
  event: AttestoryEvent;
  /** Whose key seals the personal fields, the address and the user agent. */
  person: string | null;
  recordedAt: Date;
  actor: Actor;
  correlationId: string;
  causationId: string | null;
  fingerprint: string | null;
  ip: string | null;
  userAgent: string | null;
}

/** The log holds something this release cannot read. Never skipped in silence. */
export class UnreadableEvent extends Error {
  override name = "UnreadableEvent";
}

const byType = new Map<string, EventDefinition>(definitions.map((definition) => [definition.type, definition]));

/** The declaration of a type; throws UnreadableEvent for an unknown one. */
export function definitionOf(type: string): EventDefinition {
  const definition = byType.get(type);
  if (!definition) throw new UnreadableEvent(`unknown event type ${type}`);
  return definition;
}

/** Personal parts of one event as they come out of the seal. */
export interface OpenedFields {
  data: Record<string, unknown>;
  ip: string | null;
  userAgent: string | null;
}

/** Stored bytes in, newest shape out; without `opened`, personal fields read null. Throws UnreadableEvent. */
export function parseEvent(stored: StoredEvent, opened?: OpenedFields): RecordedEvent {
  const definition = definitionOf(stored.type);
  const unreadable = (why: string) => new UnreadableEvent(`${stored.type} ${stored.id}: ${why}`);
  const json = (text: string) => {
    try {
      return JSON.parse(text);
    } catch {
      throw unreadable("not JSON");
    }
  };
  const raw = { ...nulls(definition), ...json(stored.data), ...opened?.data };
  const data = definition.schema.safeParse(upcast(definition, stored.schemaVersion, raw));
  if (!data.success) throw unreadable(data.error.message);
  const metadata = storedMetadata.safeParse(json(stored.metadata));
  if (!metadata.success) throw unreadable(metadata.error.message);
  const event = {
    id: stored.id,
    stream: stored.stream,
    version: stored.version,
    position: stored.position,
    recordedAt: new Date(stored.recordedAt),
    person: stored.person,
    ip: opened?.ip ?? null,
    userAgent: opened?.userAgent ?? null,
    ...metadata.data,
    type: stored.type,
    data: data.data,
    stored,
  };
  // The schema that was just applied belongs to `type`; TypeScript cannot follow the look-up.
  return event as unknown as RecordedEvent;
}

const nulls = (definition: EventDefinition) =>
  Object.fromEntries(definition.personalFields.map((name) => [name, null]));

/** The payload as the newest version has it, one version at a time. Throws UnreadableEvent. */
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
