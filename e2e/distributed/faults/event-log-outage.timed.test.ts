import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { expect, it, onTestFinished } from "vitest";
import { openFaultyLog } from "../event-logs.ts";

/** How long the store is unavailable. */
const outageMs = process.env.FULL_RUN === "1" ? 60_000 : 2000;

it("RE-30 the log in EventStoreDB refuses calls within five seconds of the loss of its server, then in under one, and recovers within five", async () => {
  const faulty = await openFaultyLog(join(temporaryFolder(), "events.sqlite"));
  onTestFinished(() => faulty.close());
  await faulty.log.append(exampleStream(), 0, exampleEvents(1));
  await faulty.kill();
  const lost = performance.now();
  await Promise.allSettled([faulty.log.head(), faulty.log.read(exampleStream())]);
  expect(performance.now() - lost).toBeLessThan(5000);
  const back = performance.now() + outageMs;
  const waits: number[] = [];
  while (performance.now() < back) {
    const asked = performance.now();
    const appends = [1, 2, 3].map(() => faulty.log.append(exampleStream(), 0, exampleEvents(1)));
    const outcomes = await Promise.allSettled([...appends, faulty.log.head(), faulty.log.read(exampleStream())]);
    waits.push(performance.now() - asked);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(LogUnavailable) });
    await wait(100);
  }
  expect(waits.length).toBeGreaterThan(outageMs / 300);
  expect(Math.max(...waits)).toBeLessThan(1000);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(200);
  await faulty.restart();
  await expect.poll(() => faulty.log.head().catch(() => 0n), { timeout: 5000 }).toBeGreaterThan(0n);
});
