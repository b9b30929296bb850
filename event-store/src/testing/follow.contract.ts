import { type RecordedEvent, UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventLog } from "../log/event-log.ts";

/** Follows until `count` events have arrived. An empty batch is an error. */
async function firstOf(log: EventLog, after: Position, count: number): Promise<RecordedEvent[]> {
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  for await (const batch of log.follow(after, stop.signal)) {
    expect(batch).not.toHaveLength(0);
    seen.push(...batch);
    if (seen.length >= count) stop.abort();
  }
  return seen;
}

const positions = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);

interface Openings {
  log: EventLog;
  second: EventLog;
  /** Never polls for events. */
  announcedOnly?: EventLog | undefined;
}

/** Appends five events, each while the follower waits for it, and resolves with the milliseconds until each arrived. */
async function heardAfterMs(log: EventLog, follower: EventLog, start: Position): Promise<number[]> {
  const stop = new AbortController();
  const following = follower.follow(start, stop.signal)[Symbol.asyncIterator]();
  const waits: number[] = [];
  for (let round = 0; round < 5; round++) {
    const next = following.next();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await log.append(exampleStream(), 0, [exampleEvent()]);
    const appended = performance.now();
    await next;
    waits.push(performance.now() - appended);
  }
  stop.abort();
  return waits;
}

/** Part of the log's contract: scanning and following. All openings are of the same log. */
export function followContract(logs: () => Openings): void {
  describe("scanning", () => {
    const types: ReadonlySet<string> = new Set(["SessionEnded"]);
    const ended = () =>
      exampleEvent({
        type: "SessionEnded",
        data: JSON.stringify({ sessionId: crypto.randomUUID(), reason: "signed-out" }),
      });

    it("returns events of the requested types, and the position that it has read up to", async () => {
      const { log, second } = logs();
      const start = await log.head();
      const events = [exampleEvent(), ended(), exampleEvent(), ended(), exampleEvent()];
      const end = await log.append(exampleStream(), 0, events);
      const all = await log.readAll(start, 10);
      expect(await second.scan(start, 10, types)).toEqual({
        events: [all[1], all[3]],
        checkedUpTo: end,
        lastId: all[4]?.id,
      });
      expect(await second.scan(start, 3, types)).toEqual({
        events: [all[1]],
        checkedUpTo: all[2]?.position,
        lastId: all[2]?.id,
      });
      expect(await second.scan(end, 3, types)).toEqual({ events: [], checkedUpTo: end, lastId: null });
    });

    it("RE-21 refuses an unknown type or version, also of events that were not asked for", async () => {
      const { log } = logs();
      for (const stranger of [exampleEvent({ type: "SessionTeleported" }), exampleEvent({ schemaVersion: 99 })]) {
        const before = await log.head();
        await log.append(exampleStream(), 0, [stranger]);
        await expect(log.scan(before, 10, types)).rejects.toBeInstanceOf(UnreadableEvent);
      }
    });
  });

  describe("following", () => {
    let start: Position;
    beforeEach(async () => {
      start = await logs().log.head();
    });

    it("RE-15 catches up and continues live, without a gap or a repeat", async () => {
      const { log } = logs();
      const stream = exampleStream();
      await log.append(stream, 0, exampleEvents(2500));
      const following = firstOf(log, start, 3000);
      for (let version = 2500; version < 3000; version += 10) await log.append(stream, version, exampleEvents(10));
      expect(positions(await following)).toEqual(positions(await log.readAll(start, 5000)));
    });

    it("leaves out what is not asked for, but never the last event that was read", async () => {
      const { log } = logs();
      const ended = exampleEvent({
        type: "SessionEnded",
        data: JSON.stringify({ sessionId: crypto.randomUUID(), reason: "signed-out" }),
      });
      const appended = [...exampleEvents(500), ended, ...exampleEvents(499)];
      const end = await log.append(exampleStream(), 0, appended);
      const stop = new AbortController();
      const seen: RecordedEvent[] = [];
      for await (const batch of log.follow(start, stop.signal, new Set(["SessionEnded"]))) {
        seen.push(...batch);
        if (batch.at(-1)?.position === end) stop.abort();
      }
      expect(seen.filter(({ type }) => type === "SessionEnded").map(({ id }) => id)).toEqual([ended.id]);
      expect(seen.at(-1)?.id).toBe(appended.at(-1)?.id);
      expect(seen.length).toBeLessThan(500);
    });

    it("starts after the given position", async () => {
      const { log } = logs();
      const position = await log.append(exampleStream(), 0, exampleEvents(3));
      const following = firstOf(log, position, 1);
      const next = exampleEvent();
      await log.append(exampleStream(), 0, [next]);
      expect((await following).map(({ id }) => id)).toEqual([next.id]);
    });

    it("B14 finds the newest event, and the event at a position", async () => {
      const { log } = logs();
      const [one, two] = [exampleEvent(), exampleEvent()];
      const at = await log.append(exampleStream(), 0, [one]);
      await log.append(exampleStream(), 0, [two]);
      expect(await log.newest()).toMatchObject({ id: two.id, position: await log.head() });
      expect(await log.eventAt(at)).toMatchObject({ id: one.id, position: at });
      expect(await log.eventAt((await log.head()) + 1000n)).toBeNull();
      expect(await log.eventAt(0n)).toBeNull();
    });

    it("delivers every event to every follower, however slow one of them is", async () => {
      const { log, second } = logs();
      const following = [log, log, second, second].map((each) => firstOf(each, start, 60));
      const slow = (async () => {
        const seen: RecordedEvent[] = [];
        for await (const batch of second.follow(start, AbortSignal.timeout(60_000))) {
          seen.push(...batch);
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (seen.length >= 60) break;
        }
        return seen;
      })();
      for (let written = 0; written < 20; written++) await log.append(exampleStream(), 0, exampleEvents(3));
      const all = positions(await log.readAll(start, 100));
      for (const seen of await Promise.all([...following, slow])) expect(positions(seen)).toEqual(all);
    });

    it("notifies another opening of the log at once, before its next poll", async () => {
      const { log, second, announcedOnly } = logs();
      if (announcedOnly) return void (await heardAfterMs(log, announcedOnly, start));
      // The best of five: the machine may be busy, but polling could not be this quick even once.
      expect(Math.min(...(await heardAfterMs(log, second, start)))).toBeLessThan(50);
    });

    it("ends when its signal aborts: before it starts, while it waits, and between two batches", async () => {
      const { log } = logs();
      const drained = async (signal: AbortSignal) => {
        let batches = 0;
        for await (const _ of log.follow(start, signal)) batches++;
        return batches;
      };
      expect(await drained(AbortSignal.timeout(30))).toBe(0);
      await log.append(exampleStream(), 0, exampleEvents(10));
      expect(await drained(AbortSignal.abort())).toBe(0);
      const stop = new AbortController();
      let batches = 0;
      for await (const _ of log.follow(start, stop.signal)) {
        batches++;
        stop.abort();
      }
      expect(batches).toBe(1);
    });

    it("can be left at any batch and resumed from there", async () => {
      const { log } = logs();
      await log.append(exampleStream(), 0, exampleEvents(30));
      for await (const batch of log.follow(start, AbortSignal.timeout(60_000))) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
      const [, , third] = await log.readAll(start, 3);
      expect(await firstOf(log, third?.position ?? start, 27)).toHaveLength(27);
    });
  });
}
