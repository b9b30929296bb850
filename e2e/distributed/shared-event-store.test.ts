import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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

async function addForeign(count: number): Promise<void> {
  const bytes = { data: Buffer.from("{}"), metadata: Buffer.of() };
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
