import { randomUUID } from "node:crypto";
import type { Decider } from "@attestory/command-api/handling/decider.ts";
import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent, NewEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";

export interface Fact {
  stream: StreamName;
  /** The expected version of the stream at the append. */
  expected: number;
  event: NewEvent;
}

/** The streams of one decider. */
export interface Decided<State, Command> {
  state(stream: StreamName): State;
  /** Returns no facts if the decider refuses. */
  decide(stream: StreamName, person: string | null, command: Command): Fact[];
}

export interface RandomStreams {
  now(): Date;
  advance(seconds: number): void;
  /** Records an event that was decided elsewhere. */
  record(stream: StreamName, person: string | null, event: AttestoryEvent): Fact[];
  decidedBy<State, Command, Event extends AttestoryEvent, Reason extends string>(
    decider: Decider<State, Command, Event, Reason>,
  ): Decided<State, Command>;
}

/** An event that names an owner is encrypted under the owner's key. */
const personOf = ({ data }: AttestoryEvent, person: string | null): string | null =>
  "ownerId" in data ? data.ownerId : person;

/** Streams in memory. `versions`: those of the streams that have events already. */
export function createRandomStreams(versions: Map<StreamName, number>): RandomStreams {
  let seconds = 0;

  const record = (stream: StreamName, person: string | null, event: AttestoryEvent): Fact & { seen: RecordedEvent } => {
    const expected = versions.get(stream) ?? 0;
    versions.set(stream, expected + 1);
    const recordedAt = at(seconds);
    const seen = recorded(event, { stream, version: expected + 1, recordedAt });
    const client = person ? { ip: "192.0.2.7", userAgent: "a browser" } : { ip: null, userAgent: null };
    const metadata = {
      correlationId: randomUUID(),
      sessionId: null,
      delegate: null,
      causationId: null,
      fingerprint: null,
      actor: seen.actor,
    };
    return { stream, expected, seen, event: { id: seen.id, event, person, recordedAt, ...metadata, ...client } };
  };

  return {
    now: () => at(seconds),
    advance(by) {
      seconds += by;
    },
    record(stream, person, event) {
      const { seen: _, ...fact } = record(stream, person, event);
      return [fact];
    },
    decidedBy<State, Command, Event extends AttestoryEvent, Reason extends string>(
      decider: Decider<State, Command, Event, Reason>,
    ): Decided<State, Command> {
      const states = new Map<StreamName, State>();
      const state = (stream: StreamName): State => states.get(stream) ?? decider.initial;
      const evolve = (stream: StreamName, person: string | null, event: Event): Fact => {
        const { seen, ...fact } = record(stream, personOf(event, person), event);
        states.set(stream, decider.evolve(state(stream), seen as RecordedEvent<Event>));
        return fact;
      };
      return {
        state,
        decide(stream, person, command) {
          const decision = decider.decide(state(stream), command);
          return "refused" in decision ? [] : decision.map((event) => evolve(stream, person, event));
        },
      };
    },
  };
}
