import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position, StoredEvent } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventLog } from "../log/event-log.ts";
import { storedBytes } from "../log/stored-bytes.ts";

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

/** Part of the log's contract: reads return what was appended, whole or in parts. */
export function readContract(opened: {
  openEmpty(): Promise<{ log: EventLog }>;
  log(): EventLog;
  second(): EventLog;
}): void {
  const { openEmpty } = opened;

  describe("reading", () => {
    let log: EventLog;
    let second: EventLog;
    let start: Position;
    beforeEach(async () => {
      [log, second] = [opened.log(), opened.second()];
      start = await log.head();
    });

    it("returns version 0 for a stream that was never written", async () => {
      const { log: empty } = await openEmpty();
      expect(await empty.read(exampleStream())).toEqual({ events: [], version: 0 });
      expect(await empty.readAll(0n, 10)).toEqual([]);
      expect(await empty.head()).toBe(0n);
    });

    it("returns every byte that was appended", async () => {
      const stream = exampleStream();
      const events = [
        exampleEvent({ person: crypto.randomUUID(), sealed: Uint8Array.from({ length: 256 }, (_, byte) => byte) }),
        exampleEvent({ data: `{"sessionId":"${crypto.randomUUID()}","note":"\\ud800 ünïcödé \\u0000 😀"}` }),
      ];
      await log.append(stream, 0, events);
      const recorded = await log.read(stream);
      expect(recorded.events.map(({ stored }) => stored)).toEqual(
        events.map((event, index) => ({
          ...event,
          sealed: event.sealed && expect.objectContaining({ length: 256, 0: 0, 255: 255 }),
          stream,
          version: index + 1,
          position: recorded.events[index]?.position,
        })),
      );
    });

    it("B15 represents an event by the same bytes in every log", async () => {
      const stream = exampleStream();
      const [id, person, correlationId, causationId, sessionId] = Array.from({ length: 5 }, () => crypto.randomUUID());
      const metadata =
        `{"actor":{"kind":"user","id":"${person}"},"delegate":{"kind":"client","id":"c"},"sessionId":"${sessionId}",` +
        `"correlationId":"${correlationId}","causationId":"${causationId}","fingerprint":"f"}`;
      const data = `{"sessionId":"${sessionId}","count":1.5,"list":[true,null,{"b":1,"a":"\\u0000"}]}`;
      const recordedAt = 1_767_605_406_000;
      const sealed = Buffer.from("sealed");
      await log.append(stream, 0, [
        exampleEvent({ id: id as string, person: person as string, recordedAt, data, metadata, sealed }),
        exampleEvent({ id: correlationId as string, recordedAt, data }),
      ]);
      const [first, second] = (await log.read(stream)).events.map(({ stored }) => stored) as [StoredEvent, StoredEvent];
      const bytes = [stream, 1, id, "SessionSeen", 1, recordedAt, person, data, metadata, "c2VhbGVk"];
      expect(storedBytes(first)).toBe(JSON.stringify(bytes));
      const unsealed = [stream, 2, correlationId, "SessionSeen", 1, recordedAt, null, data, second.metadata, null];
      expect(storedBytes(second)).toBe(JSON.stringify(unsealed));
    });

    it("reads a stream in order, from the beginning or after a version", async () => {
      const stream = exampleStream();
      const events = exampleEvents(5);
      await log.append(stream, 0, events);
      const after = async (version: number) => {
        const read = await log.read(stream, version);
        expect(read.version).toBe(5);
        return ids(read.events);
      };
      expect(await after(0)).toEqual(ids(events));
      expect(await after(3)).toEqual(ids(events.slice(3)));
      expect(await after(5)).toEqual([]);
      expect(await after(Number.MAX_SAFE_INTEGER)).toEqual([]);
      expect((await log.read(stream)).events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
    });

    it("RE-23 reads at most the requested events of a stream, and returns the version of the whole stream", async () => {
      const stream = exampleStream();
      const events = exampleEvents(5);
      await log.append(stream, 0, events);
      for (const [after, limit] of [
        [0, 2],
        [2, 2],
        [4, 2],
        [0, 5],
        [3, 1],
        [1, 99],
        [5, 1],
        [9, 3],
      ] as const) {
        const read = await second.read(stream, after, limit);
        expect(ids(read.events)).toEqual(ids(events.slice(after, after + limit)));
        expect(read.version).toBe(5);
      }
      expect(await log.read(exampleStream(), 0, 3)).toEqual({ events: [], version: 0 });
      expect(await log.read(exampleStream(), 7, 3)).toEqual({ events: [], version: 0 });
    });

    it("reads all streams in one order, after a position and up to a limit", async () => {
      const events = exampleEvents(6);
      for (const event of events) await log.append(exampleStream(), 0, [event]);
      const all = await second.readAll(start, 100);
      expect(ids(all)).toEqual(ids(events));
      expect(ids(await log.readAll(all[1]?.position ?? 0n, 3))).toEqual(ids(events.slice(2, 5)));
      expect(await log.readAll(await log.head(), 3)).toEqual([]);
      expect(await log.head()).toBe(all.at(-1)?.position);
    });

    it("D5 reads the newest events backwards, at most as many as asked for", async () => {
      const { log: own } = await openEmpty();
      expect(await own.readBack(3)).toEqual([]);
      await own.append(exampleStream(), 0, exampleEvents(2));
      for (const event of exampleEvents(3)) await own.append(exampleStream(), 0, [event]);
      const newestFirst = (await own.readAll(0n, 100)).reverse();
      expect(newestFirst).toHaveLength(5);
      for (const limit of [1, 4, 5, 100]) expect(await own.readBack(limit)).toEqual(newestFirst.slice(0, limit));
    });

    it("RE-21 refuses an unknown type or version", async () => {
      for (const stranger of [exampleEvent({ type: "SessionTeleported" }), exampleEvent({ schemaVersion: 99 })]) {
        const stream = exampleStream();
        const before = await log.head();
        await log.append(stream, 0, [stranger]);
        await expect(log.read(stream)).rejects.toBeInstanceOf(UnreadableEvent);
        await expect(log.readAll(before, 10)).rejects.toBeInstanceOf(UnreadableEvent);
        await expect(log.readBack(1)).rejects.toBeInstanceOf(UnreadableEvent);
        expect(await log.readStored(before, 10)).toMatchObject([{ stream, version: 1, ...stranger }]);
      }
    });
  });
}
