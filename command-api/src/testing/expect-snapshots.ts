import { hash } from "node:crypto";
import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { expect } from "vitest";
import type { Decider } from "../handling/decider.ts";
import type { Past } from "./given-when-then.ts";

const sameId = "00000000-0000-4000-8000-000000000000";

/**
 * Checks that the snapshot of every state of a history restores it. The name of the snapshot must end with a digest of these states: so
 * one that was taken before they changed has another name, and is ignored. The failure shows the name to write.
 */
export function expectSnapshots<State, Command, Event extends AttestoryEvent, Reason extends string>(
  { initial, evolve, snapshot }: Decider<State, Command, Event, Reason>,
  person: string,
  history: readonly (Event | Past<Event>)[],
): void {
  if (!snapshot) throw new Error("the decider has no snapshots");
  expect(snapshot.encode(initial)).toBeNull();
  let state = initial;
  const stored = history.map((item) => {
    const { event, ...place }: Past<Event> = "event" in item ? item : { event: item };
    state = evolve(state, recorded(event, { id: sameId, ...place }) as RecordedEvent<Event>);
    const taken = snapshot.encode(state);
    const json = JSON.stringify(taken?.state);
    expect(taken?.person).toBe(person);
    expect(snapshot.decode(JSON.parse(json))).toEqual(state);
    return json;
  });
  const [decider] = snapshot.name.split("@");
  expect(snapshot.name).toBe(`${decider}@${hash("sha256", [...new Set(stored)].join()).slice(0, 8)}`);
}
