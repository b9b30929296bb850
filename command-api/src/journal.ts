import type { AttestoryEvent, NewEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { type Position, type StreamName, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { type EventLog, VersionConflict } from "@attestory/events/log/event-log.ts";
import { sessionStanding } from "@attestory/events/session-standing.ts";
import { reached } from "@attestory/events/steps.ts";
import type { Sealing } from "@attestory/events/vault/sealing.ts";
import { LRUCache } from "lru-cache";
import { user } from "./account/user.ts";
import { standingOf } from "./account/user-standing.ts";
import type { Decider, Refused } from "./decider.ts";
import { eventId, type Intent } from "./intent.ts";
import { session } from "./sign-in/session.ts";

const attempts = 3;

/** Where deciders meet the log. */
export interface Journal {
  /** The state of a stream as of now. */
  load<State, Command, Event extends AttestoryEvent, Reason extends string>(
    decider: Decider<State, Command, Event, Reason>,
    stream: StreamName,
  ): Promise<Loaded<State>>;
  /**
   * Loads, folds, decides, appends; decides again on fresh events when another writer came first, three times at most.
   * Answers the position of what stands then. An intent that was carried out before answers as it did then.
   */
  handle<State, Command, Event extends AttestoryEvent, Reason extends string>(
    order: Order<State, Command, Event, Reason>,
  ): Promise<{ position: Position } | Refused<Reason | HandlingReason>>;
  /** The position at which this very intent was carried out on the stream before; null: it was not. */
  carriedOut(stream: StreamName, intent: Intent): Promise<{ position: Position } | Refused<"key-reused"> | null>;
  head(): Promise<Position>;
  /** Every append that was under way has ended. */
  settled(): Promise<void>;
}

export interface Loaded<State> {
  state: State;
  version: number;
}

export interface Order<State, Command, Event extends AttestoryEvent, Reason extends string> {
  decider: Decider<State, Command, Event, Reason>;
  stream: StreamName;
  command: Command;
  /** Whose key seals the personal fields of what is decided. */
  person: string | null;
  intent: Intent;
}

/**
 * `conflict`: others were faster three times; `key-reused`: the idempotency key came before with another request;
 * `session-ended`: the session that asked ended while its command was under way.
 */
export type HandlingReason = "conflict" | "key-reused" | "session-ended";

export function createJournal(log: EventLog, sealing: Sealing): Journal {
  // Folds are checked against the stream's version at each use, so a cached one is never stale; it only saves reading again.
  const folds = new LRUCache<string, Loaded<unknown>>({ max: 10_000 });

  /** The version after which a stream that is not at hand has to be read. */
  const unreadAfter = async (newestSaysAll: boolean | undefined, stream: StreamName) =>
    newestSaysAll ? Math.max(0, (await log.read(stream, Number.MAX_SAFE_INTEGER)).version - 1) : 0;

  const load: Journal["load"] = async <State, Event extends AttestoryEvent>(
    decider: Pick<Decider<State, never, Event, never>, "initial" | "evolve" | "newestSaysAll">,
    stream: StreamName,
  ) => {
    // A stream has one decider, so what is cached under its name is that decider's state.
    const cached = folds.get(stream) as Loaded<State> | undefined;
    const known = cached ?? { state: decider.initial, version: await unreadAfter(decider.newestSaysAll, stream) };
    const { events, version } = await log.read(stream, known.version);
    if (events.length === 0) return known;
    const opened = (await sealing.opened(events)) as RecordedEvent<Event>[];
    const loaded = { state: opened.reduce(decider.evolve, known.state), version };
    folds.set(stream, loaded);
    return loaded;
  };

  const carriedOut: Journal["carriedOut"] = async (stream, intent) => {
    if (intent.fingerprint === null) return null;
    const { events } = await log.read(stream);
    const first = eventId(intent, stream, 0);
    if (!events.some(({ id }) => id === first)) return null;
    const last = events.findLast(({ fingerprint }) => fingerprint === intent.fingerprint);
    return last ? { position: last.position } : { refused: "key-reused" };
  };

  /** Whether the session that asks has, by itself or with its owner's. What is written to its own stream is refused by that one's version. */
  const hasEnded = async ({ sessionId, now }: Intent, stream: StreamName): Promise<boolean> => {
    if (sessionId === null || stream === sessionStream(sessionId)) return false;
    const { state } = await load(session, sessionStream(sessionId));
    if (state.status !== "started") return false;
    const owner = standingOf((await load(user, userStream(state.userId))).state);
    return owner === null || sessionStanding(state, owner, now) === "ended";
  };

  const underWay = new Set<Promise<unknown>>();
  const tracked = <Answer>(append: Promise<Answer>): Promise<Answer> => {
    const ended = append.catch(() => {}).finally(() => underWay.delete(ended));
    underWay.add(ended);
    return append;
  };

  /** One round of load, decide, append; null: another writer came first. */
  const once = async <State, Command, Event extends AttestoryEvent, Reason extends string>(
    order: Order<State, Command, Event, Reason>,
  ): Promise<{ position: Position } | Refused<Reason | HandlingReason> | null> => {
    const { decider, stream, command, person, intent } = order;
    const { state, version } = await load(decider, stream);
    // After the load: whatever carries out the same intent from here on meets this version.
    const before = await carriedOut(stream, intent);
    if (before) return before;
    const decision = decider.decide(state, command);
    if ("refused" in decision) return decision;
    if (decision.length === 0) return { position: await log.head() };
    const events = decision.map((event, index) => newEvent(intent, stream, person, event, index));
    try {
      const sealed = await sealing.seal(stream, events);
      // After all that takes time: who signs out then waits for the little that is left.
      if (await hasEnded(intent, stream)) return { refused: "session-ended" };
      const what = () => `${stream.split("-", 1)} ${decision.map(({ type }) => type)}`;
      reached("append asked", what);
      const position = await tracked(log.append(stream, version, sealed));
      reached("append taken", what);
      return { position };
    } catch (error) {
      if (error instanceof VersionConflict) return null;
      throw error;
    }
  };

  const decided: Journal["handle"] = async (order) => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const outcome = await once(order);
      if (outcome) return outcome;
    }
    return { refused: "conflict" };
  };

  return {
    load,
    carriedOut,
    async handle(order) {
      const { stream, intent } = order;
      const outcome = await decided(order);
      // The same key may have come twice at once: the log takes the second append for the first, whatever was in it.
      return (await carriedOut(stream, intent)) ?? outcome;
    },
    head: () => log.head(),
    async settled() {
      await Promise.all(underWay);
    },
  };
}

function newEvent(
  intent: Intent,
  stream: StreamName,
  person: string | null,
  event: AttestoryEvent,
  index: number,
): NewEvent {
  const { actor, correlationId, causationId, fingerprint, now } = intent;
  // Without a person there is no key to seal an address with, and it may not stand in clear.
  const client = person ? { ip: intent.ip, userAgent: intent.userAgent } : { ip: null, userAgent: null };
  const id = eventId(intent, stream, index);
  return { id, event, person, recordedAt: now, actor, correlationId, causationId, fingerprint, ...client };
}
