import type { Position } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { type EventLog, LogUnavailable, VersionConflict } from "../log/event-log.ts";

const startMs = 20_000;
const raceMs = 10;

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

interface Openings {
  openEmpty(): Promise<{ log: EventLog; again(): Promise<EventLog> }>;
  log(): EventLog;
  second(): EventLog;
  /** Races of two writers, in batches of a thousand or a tenth of all. */
  races: number;
}

/** Part of the log's contract: which appends are accepted, and which are refused. */
export function appendContract({ races, openEmpty, ...openings }: Openings): void {
  let log: EventLog;
  let second: EventLog;
  let start: Position;
  beforeEach(async () => {
    [log, second] = [openings.log(), openings.second()];
    start = await log.head();
  });

  describe("refusing an append", () => {
    it(
      `RE-08 lets exactly one of two writers have a version, ${races} times`,
      async () => {
        const atOnce = Math.min(1000, races / 10);
        for (let race = 0; race < races; race += atOnce) {
          const outcomes = await Promise.allSettled(
            Array.from({ length: atOnce }, exampleStream).flatMap((stream) => [
              log.append(stream, 0, [exampleEvent()]),
              second.append(stream, 0, [exampleEvent()]),
            ]),
          );
          const lost = outcomes.filter((outcome) => outcome.status === "rejected");
          expect(lost).toHaveLength(atOnce);
          expect(lost.filter(({ reason }) => !(reason instanceof VersionConflict))).toEqual([]);
        }
        expect(await log.readAll(start, 2 * races)).toHaveLength(races);
      },
      startMs + races * raceMs,
    );

    it("lets one writer have a version within one turn of the event loop", async () => {
      const stream = exampleStream();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, () => log.append(stream, 0, [exampleEvent()])),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await log.read(stream)).version).toBe(1);
    });

    it("refuses a version that has passed, and writes nothing", async () => {
      const stream = exampleStream();
      const first = exampleEvents(2);
      await log.append(stream, 0, first);
      await expect(log.append(stream, 0, exampleEvents(2))).rejects.toBeInstanceOf(VersionConflict);
      await expect(log.append(stream, 1, exampleEvents(2))).rejects.toBeInstanceOf(VersionConflict);
      expect(ids((await log.read(stream)).events)).toEqual(ids(first));
    });

    it("refuses a version that is still to come, and writes nothing", async () => {
      const stream = exampleStream();
      await expect(log.append(stream, 1, [exampleEvent()])).rejects.toBeInstanceOf(VersionConflict);
      await log.append(stream, 0, [exampleEvent()]);
      await expect(log.append(stream, 2, [exampleEvent()])).rejects.toBeInstanceOf(VersionConflict);
      await expect(log.append(stream, 3, [exampleEvent()])).rejects.toBeInstanceOf(VersionConflict);
      expect((await log.read(stream)).version).toBe(1);
    });

    it("refuses an empty append", async () => {
      await expect(log.append(exampleStream(), 0, [])).rejects.toBeInstanceOf(TypeError);
    });

    it("refuses a partial repeat: more ids, other ids, another order, another stream", async () => {
      const stream = exampleStream();
      const [one, two, three, four] = exampleEvents(4) as [never, never, never, never];
      await log.append(stream, 0, [one, two, three]);
      for (const other of [[one, two, three, four], [one, four], [two, one], [two]]) {
        await expect(log.append(stream, 0, other)).rejects.toBeInstanceOf(VersionConflict);
      }
      await expect(log.append(stream, 1, [one])).rejects.toBeInstanceOf(VersionConflict);
      await expect(log.append(exampleStream(), 1, [two])).rejects.toBeInstanceOf(VersionConflict);
      expect(ids((await log.read(stream)).events)).toEqual(ids([one, two, three]));
    });

    it("refuses an append after it was closed", async () => {
      const { log: closed } = await openEmpty();
      await closed.close();
      await closed.close();
      await expect(closed.append(exampleStream(), 0, [exampleEvent()])).rejects.toBeInstanceOf(LogUnavailable);
    });
  });

  describe("accepting an append", () => {
    it("accepts or refuses each of many concurrent appends separately", async () => {
      const existing = exampleStream();
      await log.append(existing, 0, [exampleEvent()]);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          log.append(index % 2 ? existing : exampleStream(), 0, exampleEvents(3)),
        ),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(
        Array.from({ length: 100 }, (_, index) => (index % 2 ? "rejected" : "fulfilled")),
      );
      expect(await log.readAll(start, 1000)).toHaveLength(1 + 50 * 3);
    });

    it("RE-07 repeats its first answer to a repeated append, and writes no second event", async () => {
      const stream = exampleStream();
      const events = exampleEvents(3);
      const position = await log.append(stream, 0, events);
      expect(await log.append(stream, 0, events)).toBe(position);
      expect(await second.append(stream, 0, events)).toBe(position);
      await log.append(stream, 3, exampleEvents(2));
      await log.append(exampleStream(), 0, [exampleEvent()]);
      expect(await log.append(stream, 0, events)).toBe(position);
      expect((await log.read(stream)).version).toBe(5);
    });

    it("answers a repeat that arrives together with the first append", async () => {
      const stream = exampleStream();
      const events = exampleEvents(2);
      const positions = await Promise.all([log.append(stream, 0, events), second.append(stream, 0, events)]);
      expect(positions[1]).toBe(positions[0]);
      expect((await log.read(stream)).version).toBe(2);
    });

    it("accepts the beginning of an earlier append as a repeat", async () => {
      const stream = exampleStream();
      const events = exampleEvents(3);
      await log.append(stream, 0, events);
      const recorded = (await log.read(stream)).events;
      expect(await log.append(stream, 0, events.slice(0, 2))).toBe(recorded[1]?.position);
      expect(await log.append(stream, 1, events.slice(1, 2))).toBe(recorded[1]?.position);
      expect((await log.read(stream)).version).toBe(3);
    });

    it("returns the position of the last event, and positions only grow", async () => {
      const streams = [exampleStream(), exampleStream()] as const;
      let last = 0n;
      for (let version = 0; version < 20; version += 2) {
        for (const stream of streams) {
          const position = await log.append(stream, version, exampleEvents(2));
          const [first, second] = (await log.read(stream, version)).events;
          expect(first?.position).toBeGreaterThan(last);
          expect(second?.position).toBeGreaterThan(first?.position ?? 0n);
          expect(second?.position).toBe(position);
          last = position;
        }
      }
    });

    it("writes an append that was made before it was closed", async () => {
      const { log: closing, again } = await openEmpty();
      const stream = exampleStream();
      const [position] = await Promise.all([closing.append(stream, 0, [exampleEvent()]), closing.close()]);
      expect((await (await again()).read(stream)).events[0]?.position).toBe(position);
    });
  });
}
