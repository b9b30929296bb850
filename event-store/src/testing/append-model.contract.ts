import type { SealedEvent, StreamName } from "@attestory/events/envelope.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type EventLog, VersionConflict } from "../log/event-log.ts";

interface Append {
  stream: StreamName;
  expected: number;
  events: SealedEvent[];
}
type Outcome = Append & { position: bigint | null };

/** One of several concurrent appends: its stream, offset from the version, number of events, and which opening makes it. */
const attempt = fc.record({
  stream: fc.nat(2),
  off: fc.constantFrom(0, 0, 0, 0, -1, -2, 1),
  count: fc.integer({ min: 1, max: 3 }),
  /** Repeats an append that was made before or is in progress. */
  again: fc.option(fc.nat(50), { freq: 3 }),
  second: fc.boolean(),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer Each> ? Each : never;
const rounds = fc.array(fc.array(attempt, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });

const repeated = (asked: readonly Append[], again: number | null): Append | undefined =>
  again === null ? undefined : asked[again % Math.max(1, asked.length)];

/** The model of a log: a list of ids per stream. An append is legal if its version matches, or if it is already stored there. */
const isLegal = (ids: readonly string[], { expected, events }: Append) =>
  ids.length === expected || (ids.length > expected && events.every(({ id }, at) => ids[expected + at] === id));

/** Checks that at least one state explains an acceptance, or a refusal. */
function expectLegal(outcome: Outcome, states: readonly (readonly string[])[]): void {
  const legal = states.map((state) => isLegal(state, outcome));
  if (outcome.position === null) expect(legal, "a refusal has a reason").toContain(false);
  else expect(legal, "so has an acceptance").toContain(true);
}

/** Part of the log's contract: for concurrent appends in any order, a model of one list per stream explains every answer. */
export function appendModelContract(log: () => { log: EventLog; second: EventLog }, numRuns: number): void {
  const append = async ({ stream, expected, events }: Append, second: boolean): Promise<bigint | null> => {
    try {
      return await log()[second ? "second" : "log"].append(stream, expected, events);
    } catch (error) {
      if (error instanceof VersionConflict) return null;
      throw error;
    }
  };

  /** Checks that the list after each accepted append, in log order, explains the outcomes. Returns the stream's ids. */
  const explain = async (before: readonly string[], stream: StreamName, outcomes: readonly Outcome[]) => {
    const { events, version } = await log().log.read(stream);
    const ids = events.map(({ id }) => id);
    expect(version).toBe(ids.length);
    expect(ids.slice(0, before.length), "stored events stay").toEqual(before);
    const lengths = new Set([before.length]);
    for (const { expected, events: asked, position } of outcomes) {
      if (position === null) continue;
      const last = expected + asked.length;
      expect(ids.slice(expected, last), "an accepted append is stored where it was asked for").toEqual(
        asked.map(({ id }) => id),
      );
      expect(events[last - 1]?.position).toBe(position);
      lengths.add(Math.max(last, before.length));
    }
    expect(Math.max(...lengths), "nothing else is stored").toBe(ids.length);
    const states = [...lengths].map((length) => ids.slice(0, length));
    for (const outcome of outcomes) expectLegal(outcome, states);
    return ids;
  };

  it("RE-07 RE-08 answers concurrent appends, repeats and conflicts like a model with one list per stream", async () => {
    const answers = { accepted: 0, refused: 0 };
    const property = fc.asyncProperty(rounds, async (all) => {
      const streams = [exampleStream(), exampleStream(), exampleStream()] as const;
      const stored = new Map<StreamName, readonly string[]>(streams.map((stream) => [stream, []]));
      const asked: Append[] = [];
      const appendOf = ({ stream: at, off, count, again }: Attempt): Append => {
        const stream = streams[at] ?? streams[0];
        const expected = Math.max(0, (stored.get(stream)?.length ?? 0) + off);
        const fresh = { stream, expected, events: exampleEvents(count) };
        const append = repeated(asked, again) ?? fresh;
        asked.push(append);
        return append;
      };
      for (const round of all) {
        const appends = round.map(appendOf);
        const positions = await Promise.all(appends.map((each, at) => append(each, round[at]?.second ?? false)));
        const outcomes = appends.map((each, at) => ({ ...each, position: positions[at] ?? null }));
        for (const stream of streams) {
          const here = outcomes.filter((outcome) => outcome.stream === stream);
          stored.set(stream, await explain(stored.get(stream) ?? [], stream, here));
        }
        const refused = positions.filter((position) => position === null).length;
        answers.refused += refused;
        answers.accepted += positions.length - refused;
      }
    });
    await fc.assert(property, { numRuns });
    expect(Math.min(answers.accepted, answers.refused)).toBeGreaterThan(numRuns / 2);
  }, 120_000);
}
