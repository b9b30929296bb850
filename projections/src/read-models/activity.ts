import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import {
  type ActivityKind,
  entries,
  entryOf,
  isShownEvent,
  type PersonEvent,
  type ShownEvent,
} from "./activity-entries.ts";
import type { Projection } from "./projection.ts";

type Fact = string | number | boolean | null | readonly string[];

/** One entry of a person's timeline: an event, as its owner may see it. */
export interface ActivityDocument {
  /** The id of the event. */
  id: string;
  userId: string;
  kind: ActivityKind;
  event: ShownEvent;
  /** Milliseconds since the epoch. */
  at: number;
  /** The position in the log, padded, so that it sorts as text. */
  order: string;
  /** The session that started or ended, or else the one that sent the command; null if none did. */
  sessionId: string | null;
  /** Who caused the event: the person, another user, an application, the service itself, or a visitor who is not signed in. */
  by: "owner" | "other" | "application" | "system" | "anyone";
  /** Those fields of the event that are shown and not personal. */
  facts: Readonly<Record<string, Fact>>;
  /** The personal fields, the IP address and the user agent, encrypted. */
  seal: SealedFields | null;
}

/**
 * Keyed by event id; the second entry of an event about two persons by both ids. The index `user` has the timeline of a user by position
 * in the log, the index `kind` the part of it that is about one kind. The index `settings` has the entries that say what an application
 * is like, whosever they are.
 */
export const activity: Projection<ActivityDocument, PersonEvent> = {
  name: "activity@6",
  // Of what an application did before, its documents say "other", as the former release did.
  continues: "activity@5",
  group: "other",
  takes: (Object.keys(entries) as PersonEvent["type"][]).filter(isShownEvent),
  personal: "sealed",
  indexes: {
    user: { entry: ({ userId, order }) => ({ value: userId, order }) },
    kind: { entry: ({ userId, kind, order }) => ({ value: kindOf({ userId, kind }), order }) },
    settings: {
      entry: ({ facts, order }) => (facts.redirectUris ? { value: String(facts.applicationId), order } : null),
    },
  },
  keys: (event) => (isShown(event) ? [event.id, ...keyOfOther(event)] : []),
  evolve(_, event, key) {
    const isOther = key !== event.id;
    const userId = isOther ? otherOf(event) : userOf(event);
    if (userId === null || !isShownEvent(event.type)) return null;
    const { kind, facts } = entryOf(event.type);
    return {
      id: event.id,
      userId,
      kind,
      event: event.type,
      at: event.recordedAt.getTime(),
      order: String(event.position).padStart(20, "0"),
      sessionId: "sessionId" in event.data ? event.data.sessionId : event.sessionId,
      by: causeOf(event, userId),
      facts: factsOf(event.data, facts),
      // Encrypted for the other person.
      seal: isOther ? null : sealedFieldsOf(event),
    };
  },
};

/** The value in the index `kind`. */
export const kindOf = ({ userId, kind }: Pick<ActivityDocument, "userId" | "kind">): string => `${userId} ${kind}`;

/** Ends that the person or a limit caused. A session that expired or was replaced by a sign-in is no news. */
const shownEnds = new Set(["signed-out", "revoked", "guessed", "limit"]);

function isShown(event: RecordedEvent<PersonEvent>): boolean {
  if (userOf(event) === null) return false;
  if (event.type === "SessionStarted") return !event.data.pending;
  return event.type !== "SessionEnded" || shownEnds.has(event.data.reason);
}

/** An event of a session or of an application names its person in the metadata alone. */
export const userOf = ({ data, person }: Pick<RecordedEvent, "data" | "person">): string | null =>
  "userId" in data ? data.userId : person;

/** The second person whom an event is about: the former owner of an application. */
const otherOf = (event: RecordedEvent<PersonEvent>): string | null =>
  event.type === "ApplicationHandedOver" ? event.data.formerOwnerId : null;

function keyOfOther(event: RecordedEvent<PersonEvent>): string[] {
  const other = otherOf(event);
  return other === null ? [] : [`${event.id} ${other}`];
}

/** Who caused the event, as that user may see it. */
export function causeOf({ actor }: Pick<RecordedEvent, "actor">, userId: string): ActivityDocument["by"] {
  if (actor.kind === "anyone" || actor.kind === "system") return actor.kind;
  if (actor.kind === "client") return "application";
  return actor.id === userId ? "owner" : "other";
}

const factsOf = (data: object, names: readonly string[]): Record<string, Fact> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));
