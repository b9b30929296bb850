import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { serve } from "../stand-ins/event-store/serve.ts";
import { openStore, type Store } from "../stand-ins/event-store/store.ts";
import { newGeneration, openLog } from "./event-logs.ts";

/** An event store that another application uses, too, and how many records it has considered for reads of all streams. */
let store: Store;
let considered = 0;
let server: Awaited<ReturnType<typeof serve>>;
let url: string;
const generation = newGeneration();
const foreign = 5000;
let log: EventLog;
let own: bigint;

async function addForeign(count: number, data = Buffer.from("{}")): Promise<void> {
  const bytes = { data, metadata: Buffer.of() };
  const event = () => ({ id: randomUUID(), type: "foreign", contentType: "application/json", ...bytes });
  const events = Array.from({ length: count }, event);
  await store.append({ stream: `other-${randomUUID()}`, expected: "no-stream", events });
}

beforeAll(async () => {
  const opened = openStore(":memory:");
  store = {
    ...opened,
    readAll(...asked) {
      const page = opened.readAll(...asked);
      considered += page.length;
      return page;
    },
  };
  server = await serve(store, { port: 0 });
  url = `esdb://127.0.0.1:${server.port}?tls=false`;
  log = await openLog(url, generation);
  await addForeign(foreign);
  own = await log.append(exampleStream(), 0, exampleEvents(2));
  await addForeign(foreign);
});
beforeEach(() => {
  considered = 0;
});
afterAll(async () => {
  await log.close();
  server.end();
  store.close();
});

/** One page more than the records of others may be considered, and the pings of the connection. */
const once = foreign + 1100;

it("D5 finds the head behind thousands of events of others once, and afterwards looks only at what came since", async () => {
  const again = await openLog(url, generation);
  expect(await again.head()).toBe(own);
  expect(considered).toBeLessThan(once);
  considered = 0;
  expect(await again.head()).toBe(own);
  expect(considered).toBeLessThan(20);
  await addForeign(10);
  considered = 0;
  expect(await again.head()).toBe(own);
  expect(considered).toBeLessThan(40);
  const next = await again.append(exampleStream(), 0, exampleEvents(1));
  await addForeign(10);
  expect(await again.head()).toBe(next);
  await again.close();
  own = next;
});

it("D5 reads its own events among thousands of others, in either direction", async () => {
  const all = await log.readAll(0n, 10);
  expect(all.length).toBeGreaterThanOrEqual(2);
  expect(await log.readBack(10)).toEqual(all.toReversed());
  expect(considered).toBeLessThan(2 * (2 * foreign + 1100));
  considered = 0;
  expect(await log.readAll(own, 10)).toEqual([]);
  expect(considered).toBeLessThan(once);
});

async function firstFollowed(followed: EventLog, after: bigint) {
  for await (const events of followed.follow(after, AbortSignal.timeout(20_000))) return events;
  return [];
}

describe("D5 what a start reads among the events of others", () => {
  /** Of others, as large as an append may be together: the service keeps how far it has looked once there are 16 MB of them. */
  const large = Buffer.from(JSON.stringify("x".repeat(1 << 20)));
  const addLarge = async () => {
    for (let added = 0; added < 20; added++) await addForeign(1, large);
  };
  const shared = newGeneration();
  const kept = () => store.lastRevision(`attestory.searched.${shared}`);
  const openShared = async () => {
    const opened = await openLog(url, shared);
    onTestFinished(() => opened.close());
    return opened;
  };
  const written: bigint[] = [];

  beforeAll(async () => {
    const first = await openLog(url, shared);
    await addLarge();
    expect(await first.head()).toBe(0n);
    await vi.waitFor(() => expect(kept()).toBe(0));
    written.push(await first.append(exampleStream(), 0, exampleEvents(1)));
    written.push(await first.append(exampleStream(), 0, exampleEvents(1)));
    await addForeign(foreign);
    await addLarge();
    expect(await first.head()).toBe(written[1]);
    await vi.waitFor(() => expect(kept()).toBe(1));
    await first.close();
  });

  /** A page of the stand-in, and pings of the connection. */
  const bound = 1500;

  it("is what came since another process looked: for the head, the newest events and those after a checkpoint", async () => {
    const log = await openShared();
    considered = 0;
    expect(await log.head()).toBe(written[1]);
    expect((await log.readBack(2)).map(({ position }) => position)).toEqual(written.toReversed());
    expect(await log.readAll(written[1] ?? 0n, 10)).toEqual([]);
    expect((await log.newest())?.position).toBe(written[1]);
    expect(considered).toBeLessThan(bound);
  });

  it("is nothing of what was there before its own first event", async () => {
    const log = await openShared();
    considered = 0;
    expect((await log.readAll(0n, 2)).map(({ position }) => position)).toEqual(written);
    expect(considered).toBeLessThan(bound + foreign);
  });

  it("is as little for who follows from a checkpoint, who misses nothing", async () => {
    const log = await openShared();
    considered = 0;
    const next = firstFollowed(log, written[1] ?? 0n);
    const position = await log.append(exampleStream(), 0, exampleEvents(1));
    expect(await next).toMatchObject([{ position }]);
    expect(considered).toBeLessThan(bound);
  });

  it("is found again when the record is gone up to which it was searched", async () => {
    const log = await openShared();
    await addForeign(1);
    const head = await log.head();
    await store.append({ stream: `attestory.searched.${shared}`, expected: "any", events: [misleading(head)] });
    const again = await openShared();
    expect(await again.readAll(head, 10)).toEqual([]);
    expect(await again.head()).toBe(head);
    const third = await openShared();
    const next = firstFollowed(third, head);
    const position = await again.append(exampleStream(), 0, exampleEvents(1));
    expect(await next).toMatchObject([{ position }]);
  });

  /** A search up to a position at which no record begins. */
  const misleading = (head: bigint) => {
    const data = Buffer.from(JSON.stringify({ start: "0", head: String(head), through: String(head + 1n) }));
    return { id: randomUUID(), type: "searched", contentType: "application/json", data, metadata: Buffer.of() };
  };
});
