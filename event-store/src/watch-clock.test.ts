import { exampleEvent, exampleStream } from "@attestory/events/testing/example-event.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { monotonicClock } from "./clock.ts";
import { openScratchService } from "./testing/scratch-service.ts";
import { watchClock } from "./watch-clock.ts";

const minute = 60_000;
const written = Date.UTC(2026, 0, 5, 9);

/** A watch on a machine whose clock is behind the newest event by so much. */
async function behindBy(ms: number) {
  const scratch = await openScratchService();
  await scratch.log.append(exampleStream(), 0, [exampleEvent({ recordedAt: written })]);
  const reported: object[] = [];
  const watch = watchClock({
    log: scratch.log,
    now: monotonicClock(
      () => written - ms,
      () => 0,
    ),
    reportError: (message, _error, context) => void reported.push({ message, ...context }),
    everyMs: 5,
  });
  onTestFinished(async () => {
    watch.close();
    await scratch.close();
  });
  return { watch, reported };
}

it.for([
  [59_000, null],
  [minute, "is 1 minute behind the event log"],
  [90 * minute, "is 90 minutes behind the event log"],
  [150 * minute, "is 3 hours behind the event log"],
  [365 * 24 * 60 * minute, "is 365 days behind the event log"],
] as const)("FA-03 a clock that is behind by %d ms is named with %s", async ([ms, fault]) => {
  const { watch, reported } = await behindBy(ms);
  expect(await watch.fault()).toBe(fault);
  if (fault === null) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(reported).toEqual([]);
    return;
  }
  const line = { message: "system clock behind the event log", behindSeconds: ms / 1000 };
  await vi.waitFor(() => expect(reported.slice(0, 2)).toEqual([line, line]));
});
