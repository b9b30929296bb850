import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { type NewEvent, UnreadableEvent } from "@attestory/events/catalogue.ts";
import { exampleEvent, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openScratchService, type ScratchService } from "../testing/scratch-service.ts";
import { DamagedEvent, type Scanned } from "./event-log.ts";
import { scanAhead } from "./scan-ahead.ts";
import { type Scanning, scanning } from "./scanning.ts";

let service: ScratchService;
const threads: Worker[] = [];
/** Number of messages from this test's threads: one per batch, and one at the end. */
let messages = 0;
const noteThread = (message: unknown) => {
  const { worker } = message as { worker: Worker };
  threads.push(worker);
  worker.on("message", () => messages++);
};

beforeAll(async () => {
  service = await openScratchService();
  await happened();
});
afterAll(() => service.close());
beforeEach(() => {
  threads.length = 0;
  messages = 0;
  subscribe("worker_threads", noteThread);
});
afterEach(() => void unsubscribe("worker_threads", noteThread));

/** Appends events of two types, some of them encrypted. */
async function happened(): Promise<void> {
  const events: NewEvent[] = Array.from({ length: 41 }, (_, n) => ({
    ...{ id: randomUUID(), person: n % 2 ? null : "ada", recordedAt: new Date(), actor: { kind: "user", id: "ada" } },
    event:
      n % 3 ? { type: "SessionSeen", data: { sessionId: randomUUID() } } : { type: "EmailVerified", data: { userId } },
    ...{ correlationId: randomUUID(), causationId: null, fingerprint: null, ip: "203.0.113.7", userAgent: null },
  }));
  const stream = exampleStream();
  await service.log.append(stream, 0, await service.sealing.seal(stream, events));
}
const userId = randomUUID();
const types = new Set(["SessionSeen"]);
async function batchesOf(scan: Scanning, after = 0n): Promise<Scanned[]> {
  const batches: Scanned[] = [];
  for await (const scanned of scan(after, 4, types)) batches.push(scanned);
  return batches;
}
const ended = () => threads.map(({ threadId }) => threadId === -1);

it("yields the same batches as a scan without reading ahead", async () => {
  for (const after of [0n, 25n, 41n]) {
    const ahead = await batchesOf(scanAhead(service), after);
    expect(ahead).toEqual(await batchesOf(scanning(service.log), after));
    expect(ahead.at(-1)?.reached ?? after).toBe(41n);
  }
  expect(ended()).toEqual([true, true, true]);
});

it("reads at most two batches ahead of its consumer", async () => {
  let taken = 0;
  for await (const _ of scanAhead(service)(0n, 4, types)) {
    taken++;
    await expect.poll(() => messages, { interval: 1 }).toBeGreaterThanOrEqual(Math.min(taken + 2, 12));
    expect(messages).toBeLessThanOrEqual(taken + 2);
  }
  expect(taken).toBe(11);
});

it("ends its thread when the loop throws or breaks", async () => {
  for await (const { reached } of scanAhead(service)(0n, 4, types)) if (reached >= 8n) break;
  const thrown = (async () => {
    for await (const _ of scanAhead(service)(0n, 4, types)) throw new RangeError("of the loop");
  })();
  await expect(thrown).rejects.toThrow("of the loop");
  expect(ended()).toEqual([true, true]);
});

it("fails when its thread ends early", async () => {
  const killed = (async () => {
    for await (const _ of scanAhead(service)(0n, 4, types)) await threads[0]?.terminate();
  })();
  await expect(killed).rejects.toThrow("ended before the log did");
});

it("RE-21 refuses an unknown type or version, also of events that were not asked for", async () => {
  for (const stranger of [exampleEvent({ type: "SessionTeleported" }), exampleEvent({ schemaVersion: 99 })]) {
    const before = await service.log.head();
    await service.log.append(exampleStream(), 0, [stranger]);
    await expect(batchesOf(scanAhead(service), before)).rejects.toBeInstanceOf(UnreadableEvent);
  }
});

it("refuses a folder without a log", async () => {
  const nowhere = scanAhead({ dataDir: "/nowhere", generation: 1 });
  await expect(batchesOf(nowhere)).rejects.toThrow("events-1.sqlite cannot be used");
  expect(ended()).toEqual([true]);
});

it("RE-04 refuses a damaged event after yielding the intact batches before it", async () => {
  const database = new DatabaseSync(join(service.dataDir, "events-1.sqlite"));
  database.exec("UPDATE events SET recorded_at = recorded_at + 1 WHERE position = 10");
  database.close();
  const taken: bigint[] = [];
  const read = (async () => {
    for await (const { reached } of scanAhead(service)(0n, 4, types)) taken.push(reached);
  })();
  await expect(read).rejects.toBeInstanceOf(DamagedEvent);
  await expect(read).rejects.toThrow("the event at position 10 does not match its checksum");
  expect(taken).toEqual([4n, 8n]);
  expect(ended()).toEqual([true]);
});
