import { isDeepStrictEqual } from "node:util";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type SessionOwner, sessionValidity } from "@attestory/events/session-validity.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { type SessionDocument, sessions } from "@attestory/projections/read-models/sessions.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { sessionFacts } from "@attestory/query-api/sign-in/authenticate-session.ts";
import type { Stored } from "./stored.ts";

/** I5: the stored documents of each projection equal a replay of the whole log from the start, one event at a time. */
export function* misremembered({ events, sealed, documentsOf }: Stored): Generator<string> {
  const head = events.at(-1)?.position ?? 0n;
  for (const projection of allProjections) {
    const { name } = projection;
    const { checkpoint, documents, parked } = documentsOf(name);
    if (checkpoint < head) yield `I5 ${name} stands at ${checkpoint}, the log at ${head}`;
    for (const key of parked) yield `I5 ${name} ${key} is parked`;
    const taken = (projection.personal === "opened" ? events : sealed).filter((event) => event.position <= checkpoint);
    yield* differences(name, documents, foldedFromZero(projection, taken));
  }
}

function* differences(
  name: string,
  documents: ReadonlyMap<string, Folded>,
  due: ReadonlyMap<string, Folded>,
): Generator<string> {
  for (const key of new Set([...due.keys(), ...documents.keys()])) {
    const [kept, folded] = [documents.get(key), due.get(key)];
    if (!isDeepStrictEqual(kept, folded))
      yield `I5 ${name} ${key} is ${described(kept)} and should be ${described(folded)}`;
  }
}

interface Folded {
  position: bigint;
  document: unknown;
}

function foldedFromZero(projection: Projection, events: readonly RecordedEvent[]): Map<string, Folded> {
  const documents = new Map<string, { position: bigint; document: object | null }>();
  for (const event of events) {
    if (!projection.takes.includes(event.type)) continue;
    for (const key of projection.keys(event)) {
      const before = documents.get(key)?.document ?? null;
      const document = projection.evolve(before, event, key);
      // Nothing is written for an event that changes nothing.
      if (document !== before) documents.set(key, { position: event.position, document });
    }
  }
  // The documents as they are after storage as JSON.
  return new Map(
    [...documents].map(([key, kept]) => [key, { ...kept, document: JSON.parse(JSON.stringify(kept.document)) }]),
  );
}

const described = (kept: Folded | undefined) =>
  kept ? `${JSON.stringify(kept.document)} at ${kept.position}` : "not there";

/** I6: no session that an event in the log ended is valid according to the read models. */
export function* alive({ generation, events, documentsOf }: Stored, now: Date): Generator<string> {
  const owners = documentsOf(users.name).documents;
  const dead = endedByLog(events);
  for (const [id, { document }] of documentsOf(sessions.name).documents) {
    const session = document as SessionDocument | null;
    const owner = session && (owners.get(session.userId)?.document as SessionOwner | undefined);
    if (!session || !owner || !dead.has(id)) continue;
    if (sessionValidity(sessionFacts(session), owner, { now, generation }) === "good")
      yield `I6 the session ${id} is good, though it was ended`;
  }
}

const endsAll: ReadonlySet<string> = new Set([
  "UserDeactivated",
  "PasswordReset",
  "EmailChangeUndone",
  "ErasureRequested",
  "ErasureStarted",
]);

/** Whose sessions the event ends, and which of them stays; null if it ends none, or one alone. */
function endOfSessions({ type, data }: RecordedEvent): { owner: string; kept: string | null } | null {
  if (type === "PasswordChanged" || type === "PasswordRemoved" || type === "OtherSessionsEnded")
    return { owner: data.userId, kept: data.keptSession };
  if (type === "AccountSecured") return { owner: data.userId, kept: data.keptSession ?? null };
  return endsAll.has(type) && "userId" in data ? { owner: data.userId, kept: null } : null;
}

/** Decided by the order of the events alone, without the session epochs that the product uses. */
function endedByLog(events: readonly RecordedEvent[]): Set<string> {
  const started = new Map<string, string>();
  const dead = new Set<string>();
  for (const event of events) {
    const { type, data } = event;
    if (type === "SessionStarted") started.set(data.sessionId, data.userId);
    else if (type === "SessionEnded") dead.add(data.sessionId);
    const end = endOfSessions(event);
    if (!end) continue;
    const ended = [...started].filter(([id, owner]) => owner === end.owner && id !== end.kept);
    for (const [id] of ended) dead.add(id);
  }
  return dead;
}
