/** @module-tag slow */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type EventLog, LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FaultyLog, openFaultyLog } from "../event-logs.ts";

let faulty: FaultyLog;
let log: EventLog;
beforeAll(async () => {
  faulty = await openFaultyLog(join(temporaryFolder(), "events.sqlite"));
  log = faulty.log;
});
afterEach(async () => {
  faulty.proxy.resume();
  faulty.proxy.delay(0);
  faulty.proxy.lose(0);
  await faulty.proxy.accept();
  await waitUntilAnswering();
});
afterAll(() => faulty.close());

/** Waits until the log answers again; returns how long that took, in milliseconds. */
async function waitUntilAnswering(): Promise<number> {
  const asked = performance.now();
  await expect
    .poll(
      () =>
        log.head().then(
          () => true,
          () => false,
        ),
      { timeout: 15_000 },
    )
    .toBe(true);
  return performance.now() - asked;
}

/** Checks that the call is rejected within this many milliseconds. */
async function expectRefusedWithin(ms: number, call: Promise<unknown>) {
  const asked = performance.now();
  await expect(call).rejects.toBeInstanceOf(LogUnavailable);
  expect(performance.now() - asked).toBeLessThan(ms);
}

const calls = {
  head: () => log.head(),
  "a stream": () => log.read(exampleStream()),
  "all of them": () => log.readAll(0n, 10),
  "an append": () => log.append(exampleStream(), 0, exampleEvents(2)),
};

describe("the log in EventStoreDB, when the network fails", () => {
  it("RE-07 acknowledges a committed append although its answer was lost", async () => {
    const direct = await faulty.direct();
    for (const events of [exampleEvents(1), exampleEvents(3)]) {
      const stream = exampleStream();
      await log.read(stream);
      faulty.proxy.pause("answers");
      const appending = log.append(stream, 0, events);
      await expect.poll(async () => (await direct.read(stream)).version).toBe(events.length);
      faulty.proxy.cut();
      faulty.proxy.resume();
      const { events: stored } = await direct.read(stream);
      expect(await appending).toBe(stored.at(-1)?.position);
      expect(await log.append(stream, 0, events)).toBe(stored.at(-1)?.position);
      expect((await log.read(stream)).version).toBe(events.length);
    }
  });

  it("RE-07 recovers from connections reset during appends and during their answers", async () => {
    const streams = Array.from({ length: 20 }, exampleStream);
    const cutting = (async () => {
      for (let n = 0; n < 10; n++) {
        await wait(50);
        if (n % 2) faulty.proxy.cut();
        else faulty.proxy.cutAfter(100 * n);
      }
    })();
    const before = await log.head();
    for (const stream of streams) {
      const events = exampleEvents(2);
      let position: bigint | null = null;
      while (position === null) position = await log.append(stream, 0, events).catch(unlessUnavailable);
    }
    await cutting;
    const all = await log.readAll(before, 1000);
    expect(all).toHaveLength(40);
    expect(new Set(all.map(({ id }) => id)).size).toBe(40);
  });

  it("RE-30 refuses in time while the port is closed, then at once, and recovers without a restart", async () => {
    await faulty.proxy.refuse();
    await Promise.all(Object.values(calls).map((call) => expectRefusedWithin(5000, call())));
    // By now the log knows that this is no election, and no call waits.
    for (const call of Object.values(calls)) await expectRefusedWithin(50, call());
    const asked = performance.now();
    const outcomes = await Promise.allSettled(Array.from({ length: 500 }, calls["an append"]));
    expect(performance.now() - asked).toBeLessThan(1000);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
    await faulty.proxy.accept();
    expect(await waitUntilAnswering()).toBeLessThan(3000);
    await calls["an append"]();
  });

  it("RE-34 refuses in time on a silently dead connection, and recovers", async () => {
    faulty.proxy.pause();
    await Promise.all(Object.values(calls).map((call) => expectRefusedWithin(5000, call())));
    await expectRefusedWithin(1000, log.head());
    for (const call of Object.values(calls)) await expectRefusedWithin(50, call());
    // Data in flight is lost, as when a machine fails.
    faulty.proxy.cut();
    faulty.proxy.resume();
    expect(await waitUntilAnswering()).toBeLessThan(4000);
    await calls["an append"]();
  });

  it("RE-34 recovers from connections that were opened and never answered", async () => {
    faulty.proxy.pause();
    faulty.proxy.cut();
    await expectRefusedWithin(5000, log.head());
    await wait(3000);
    faulty.proxy.resume();
    expect(await waitUntilAnswering()).toBeLessThan(4000);
  });

  it("RE-34 refuses in time while every byte takes four seconds, and recovers", async () => {
    faulty.proxy.delay(4000);
    await Promise.all(Object.values(calls).map((call) => expectRefusedWithin(5000, call())));
    faulty.proxy.delay(0);
    expect(await waitUntilAnswering()).toBeLessThan(12_000);
  });

  it("RE-34 works, if slower, while a tenth of all packets is lost", async () => {
    faulty.proxy.lose(0.1);
    const stream = exampleStream();
    for (let version = 0; version < 20; version++) {
      await log.append(stream, version, exampleEvents(1));
      expect((await log.read(stream)).version).toBe(version + 1);
    }
  });

  it("RE-15 RE-58 follows without a gap or a repeat over cuts and silences, catching up and live", async () => {
    const start = await log.head();
    const direct = await faulty.direct();
    const stop = new AbortController();
    const seen: RecordedEvent[] = [];
    const following = (async () => {
      for await (const batch of log.follow(start, stop.signal)) seen.push(...batch);
    })();
    const faults = [
      async () => faulty.proxy.cutAfter(5000),
      async () => faulty.proxy.cut(),
      async () => {
        faulty.proxy.pause();
        await wait(200);
      },
    ];
    const disturbing = (async () => {
      for (const fault of Array.from({ length: 4 }, () => faults).flat()) {
        await wait(100);
        await fault();
        faulty.proxy.resume();
      }
    })();
    const stream = exampleStream();
    for (let version = 0; version < 2000; version += 20) {
      await direct.append(stream, version, exampleEvents(20));
      await wait(5);
    }
    await disturbing;
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2000);
    stop.abort();
    await following;
    const all = await direct.readAll(start, 10_000);
    expect(seen.map(({ position }) => position)).toEqual(all.map(({ position }) => position));
  });

  it("closes without waiting for a server that does not answer", async () => {
    const hanging = await openFaultyLog(join(temporaryFolder(), "events.sqlite"));
    await hanging.log.append(exampleStream(), 0, exampleEvents(1));
    hanging.proxy.pause();
    const asked = performance.now();
    const appending = hanging.log.append(exampleStream(), 0, exampleEvents(1)).catch((error: unknown) => error);
    await hanging.log.close();
    expect(performance.now() - asked).toBeLessThan(6000);
    expect(await appending).toBeInstanceOf(LogUnavailable);
    await hanging.close();
  });
});

function unlessUnavailable(error: unknown): null {
  if (error instanceof LogUnavailable) return null;
  throw error;
}
