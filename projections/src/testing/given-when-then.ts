import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { expect } from "vitest";
import type { Projection } from "../read-models/projection.ts";

/** The document after the events of a history that the projection takes. Fails if the history touches two keys. */
export function folded<Document extends object>(
  projection: Projection<Document>,
  history: readonly RecordedEvent[],
): Document | null {
  const keys = new Set(history.flatMap((event) => projection.keys(event)));
  expect(keys.size).toBeLessThanOrEqual(1);
  const [key = ""] = keys;
  return foldedAt(projection, key, history);
}

/** The document of one key after the events of a history. */
export function foldedAt<Document extends object>(
  projection: Projection<Document>,
  key: string,
  history: readonly RecordedEvent[],
): Document | null {
  return history
    .filter((event) => projection.takes.includes(event.type) && projection.keys(event).includes(key))
    .reduce<Document | null>((document, event) => {
      const before = structuredClone(document);
      const after = projection.evolve(document, event, key);
      expect(document, "a fold changes nothing it was given").toEqual(before);
      return after;
    }, null);
}

/** `given(users, registered).when(verified).thenChanged({ emailVerified: true })`: the new events change this and nothing else. */
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
