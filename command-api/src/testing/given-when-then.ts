import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { expect } from "vitest";
import type { Decider } from "../handling/decider.ts";

/** A past event for tests, with the time it was recorded, its id and who acted. */
export interface Past<Event> {
  event: Event;
  at?: Date;
  id?: string;
  actor?: RecordedEvent["actor"];
  delegate?: RecordedEvent["delegate"];
}

/** `past(…events).when(command).gives(…events)` or `.refuses(reason)`: history, action, outcome. */
export const given =
  <State, Command, Event extends AttestoryEvent, Reason extends string>(
    decider: Decider<State, Command, Event, Reason>,
  ) =>
  (...history: (Event | Past<Event>)[]) => {
    const events = history.map((item, index) => {
      const { event, at, id, actor, delegate }: Past<Event> = "event" in item ? item : { event: item };
      const place = {
        version: index + 1,
        position: BigInt(index + 1),
        ...(at && { recordedAt: at }),
        ...(id && { id }),
        ...(actor && { actor }),
        ...(delegate && { delegate }),
      };
      return recorded(event, place);
    });
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
