import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type EventLog, LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { SealedEvent, StreamName } from "@attestory/events/envelope.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FaultyLog, openFaultyLog } from "../event-logs.ts";
import { extent } from "../extent.ts";

const kills = extent({ few: 3, usual: 5, full: 200 });
const writers = 8;

async function newLog(more: string[] = []): Promise<FaultyLog> {
  const faulty = await openFaultyLog(join(temporaryFolder(), "events.sqlite"), more);
  onTestFinished(() => faulty.close());
  return faulty;
}

/** Follows the log until the test ends or the returned signal aborts; `pause` runs between batches. */
function follow(log: EventLog, pause: () => Promise<unknown> = async () => {}) {
  const stop = new AbortController();
  const followed: RecordedEvent[] = [];
  const following = (async () => {
    for await (const batch of log.follow(0n, stop.signal)) {
      followed.push(...batch);
      await pause();
    }
  })();
  onTestFinished(() => stop.abort());
  const all = async (count: number) => {
    await expect.poll(() => followed.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
    stop.abort();
    await following;
    return followed.map(({ position }) => position);
  };
  return { all };
}

const positions = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);

/** An acknowledged append and its result. */
interface Acknowledged {
  stream: StreamName;
  version: number;
  events: readonly SealedEvent[];
  position: bigint;
}

/** Appends until the signal aborts; repeats an unanswered append with the same ids at the same version. */
async function writeOn(log: EventLog, signal: AbortSignal, taken: Acknowledged[]): Promise<void> {
  const stream = exampleStream();
  for (let version = 0; !signal.aborted; version += 2) {
    const events = exampleEvents(2);
    for (let done = false; !done; ) {
      try {
        taken.push({ stream, version, events, position: await log.append(stream, version, events) });
        done = true;
      } catch (error) {
        // A conflict would mean that an append was lost or stored twice.
        if (!(error instanceof LogUnavailable)) throw error;
        await wait(20);
      }
    }
  }
}

/** Every acknowledged event is in its place, no event is stored twice, and no stream has a gap. */
function expectWhole(all: readonly RecordedEvent[], taken: readonly Acknowledged[]) {
  const byId = new Map(all.map((event) => [event.id, event]));
  expect(byId.size).toBe(all.length);
  for (const [at, event] of all.entries()) expect(event.position).toBeGreaterThan(all[at - 1]?.position ?? 0n);
  for (const { stream, version, events, position } of taken) {
    const [first, second] = events.map(({ id }) => byId.get(id));
    expect(first).toMatchObject({ stream, version: version + 1 });
    expect(second).toMatchObject({ stream, version: version + 2, position });
  }
  for (const events of Map.groupBy(all, ({ stream }) => stream).values()) {
    expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
  }
}

/** Kills the server each time that some more appends were acknowledged, in the midst of others. */
async function killedDuring(faulty: FaultyLog, times: number, taken: readonly Acknowledged[]): Promise<void> {
  for (let n = 0; n < times; n++) {
    const next = taken.length + writers + randomInt(4 * writers);
    await expect.poll(() => taken.length, { interval: 1 }).toBeGreaterThan(next);
    await faulty.kill();
    await faulty.restart();
  }
}

describe("the log in EventStoreDB, when its server crashes", () => {
  it(`RE-02 RE-58 keeps and delivers every acknowledged event over ${kills} kills during concurrent writes`, {
    timeout: 30_000 + kills * 6000,
  }, async () => {
    const faulty = await newLog();
    const taken: Acknowledged[] = [];
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const following = follow(faulty.log);
    const writing = Promise.all(Array.from({ length: writers }, () => writeOn(faulty.log, stop.signal, taken)));
    await Promise.race([killedDuring(faulty, kills, taken), writing]);
    stop.abort();
    await writing;
    const all = await faulty.log.readAll(0n, 1_000_000);
    expectWhole(all, taken);
    expect(all).toHaveLength(2 * taken.length);
    expect(await following.all(all.length)).toEqual(positions(all));
  });

  // `event-log-outage.timed.test.ts` checks how soon they are refused.
  it("RE-30 refuses every call during an outage, queues nothing, and recovers without a restart", {
    // A call that waits for the store fails the test. A call that retries for some seconds does not, however busy the machine is.
    timeout: 60_000,
  }, async () => {
    const faulty = await newLog();
    await faulty.log.append(exampleStream(), 0, exampleEvents(1));
    await faulty.kill();
    for (let round = 0; round < 5; round++) {
      const appends = [1, 2, 3].map(() => faulty.log.append(exampleStream(), 0, exampleEvents(1)));
      const outcomes = await Promise.allSettled([...appends, faulty.log.head(), faulty.log.read(exampleStream())]);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(LogUnavailable) });
    }
    await faulty.restart();
    await expect.poll(() => faulty.log.head().catch(() => 0n)).toBeGreaterThan(0n);
    // A refused append is not queued for later.
    expect(await faulty.log.readAll(0n, 100)).toHaveLength(1);
  });

  it("RE-12 ignores, by position, events that a subscription delivers twice or late", async () => {
    const { log } = await newLog(["--unruly"]);
    const stream = exampleStream();
    await log.append(stream, 0, exampleEvents(50));
    const following = follow(log);
    for (let version = 50; version < 100; version++) await log.append(stream, version, exampleEvents(1));
    expect(await following.all(100)).toEqual(positions(await log.readAll(0n, 200)));
  });

  it("RE-15 loses and repeats no event when a slow follower is disconnected", { timeout: 60_000 }, async () => {
    const { log } = await newLog();
    await log.append(exampleStream(), 0, exampleEvents(1));
    let written = () => {};
    const allWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    // Takes the first batch, and no more until the store's timeout has passed and every buffer is full.
    const following = follow(log, () => allWritten);
    for (let n = 0; n < 30; n++) await log.append(exampleStream(), 0, exampleEvents(200));
    written();
    expect(await following.all(6001)).toEqual(positions(await log.readAll(0n, 10_000)));
  });
});
