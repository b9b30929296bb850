import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { expect } from "vitest";
import type { Projection } from "../read-models/projection.ts";

/** The document that a history folds to. Fails where the projection would not be given an event, or two keys are touched. */
export function folded<Document extends object>(
  projection: Projection<Document>,
  history: readonly RecordedEvent[],
): Document | null {
  const keys = new Set(history.flatMap((event) => projection.keys(event)));
  expect(keys.size).toBeLessThanOrEqual(1);
  return history
    .filter((event) => projection.takes.includes(event.type))
    .reduce<Document | null>((document, event) => {
      const before = structuredClone(document);
      const after = projection.evolve(document, event);
      expect(document, "a fold changes nothing it was given").toEqual(before);
      return after;
    }, null);
}

/** `given(users, registered).when(verified).thenChanged({ emailVerified: true })`: what the newest event changed, and nothing else. */
export const given = <Document extends object>(projection: Projection<Document>, ...past: RecordedEvent[]) => ({
  when: (...news: RecordedEvent[]) => {
    const before = folded(projection, past);
    const after = folded(projection, [...past, ...news]);
    return {
      thenChanged: (changes: Partial<Document>) => expect(after).toEqual({ ...before, ...changes }),
      thenUnchanged: () => expect(after).toEqual(before),
      thenNoDocument: () => expect(after).toBeNull(),
    };
  },
});
