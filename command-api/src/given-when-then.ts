import { randomUUID } from "node:crypto";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { definitionOf } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { expect } from "vitest";
import type { Decider } from "./decider.ts";

/** An event of the past, for tests: what it says, and when it was recorded. */
export interface Past<Event> {
  event: Event;
  at?: Date;
  id?: string;
}

/** As the log would hand it over, opened. */
export function recorded<Event extends AttestoryEvent>(
  { event, at = new Date(0), id = randomUUID() }: Past<Event>,
  version: number,
) {
  const place = { id, stream: "user-test" as StreamName, version, position: BigInt(version), person: null };
  const schemaVersion = definitionOf(event.type).version;
  const stored = {
    ...place,
    type: event.type,
    schemaVersion,
    recordedAt: at.getTime(),
    data: "",
    metadata: "",
    sealed: null,
  };
  const actor = { kind: "system", id: "test" } as const;
  const metadata = { actor, correlationId: id, causationId: null, fingerprint: null, ip: null, userAgent: null };
  // What the spread loses is which payload belongs to which type.
  return { ...place, ...metadata, recordedAt: at, ...event, stored } as unknown as RecordedEvent<Event>;
}

/** `past(…events).when(command).gives(…events)` or `.refuses(reason)`: history, action, outcome. */
export const given =
  <State, Command, Event extends AttestoryEvent, Reason extends string>(
    decider: Decider<State, Command, Event, Reason>,
  ) =>
  (...history: (Event | Past<Event>)[]) => {
    const events = history.map((item, index) => recorded("event" in item ? item : { event: item }, index + 1));
    const state = events.reduce(
      (folded, event) => decider.evolve(folded, event as RecordedEvent<Event>),
      decider.initial,
    );
    return {
      state,
      when: (command: Command) => {
        const decision = decider.decide(state, command);
        return {
          gives: (...expected: Event[]) => expect(decision).toEqual(expected),
          refuses: (refused: Reason) => expect(decision).toEqual({ refused }),
        };
      },
    };
  };
