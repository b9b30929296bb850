import { exampleEvent, exampleStream } from "@attestory/events/testing/example-event.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { clockAfter, monotonicClock } from "./clock.ts";
import { DamagedEvent } from "./log/event-log.ts";
import { logWith } from "./testing/log-with.ts";
import { openScratchService, type ScratchService } from "./testing/scratch-service.ts";

/** A machine whose system clock can be set, but whose elapsed time cannot. */
function machine() {
  const at = { system: Date.UTC(2026, 0, 5, 9), elapsed: 1000 };
  const clock = monotonicClock(
    () => at.system,
    () => at.elapsed,
  );
  const pass = (ms: number) => {
    at.system += ms;
    at.elapsed += ms;
  };
  return { at, clock, pass };
}

it("RE-50 never runs backwards, however the system clock is set", () => {
  const step = fc.record({ passes: fc.integer({ min: 0, max: 60_000 }), set: fc.integer({ min: -1e10, max: 1e10 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { at, clock, pass } = machine();
      let last = clock().getTime();
      for (const { passes, set } of steps) {
        pass(passes);
        at.system += set;
        const now = clock().getTime();
        expect(now).toBeGreaterThanOrEqual(Math.floor(last + passes * 0.9));
        expect(now).toBeGreaterThanOrEqual(at.system);
        last = now;
      }
    }),
  );
});

it("RE-50 FA-03 goes on a tenth slower when the system clock is set back, until the two agree", () => {
  const { at, clock, pass } = machine();
  const before = clock().getTime();
  const hour = 3_600_000;
  at.system -= 2 * hour;
  pass(5000);
  expect(clock().getTime()).toBe(before + 4500);
  pass(10 * hour);
  expect(clock().getTime() - at.system).toBe(hour - 500);
  pass(11 * hour);
  expect(clock().getTime()).toBe(at.system);
});

it("RE-50 follows the system clock when it is set ahead", () => {
  const { at, clock } = machine();
  at.system += 2 * 3_600_000;
  expect(clock().getTime()).toBe(at.system);
});

it("returns whole milliseconds", () => {
  const { at, clock } = machine();
  clock();
  at.elapsed += 0.7;
  expect(Number.isInteger(clock().getTime())).toBe(true);
});

it("returns the system time", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 5, 9) });
  onTestFinished(() => void vi.useRealTimers());
  const elapsed = () => 0;
  expect(monotonicClock(undefined, elapsed)().getTime()).toBe(Date.UTC(2026, 0, 5, 9));
});

describe("RE-50 a clock that starts from a log", () => {
  const hour = 3_600_000;
  const written = Date.UTC(2026, 0, 5, 9);
  let scratch: ScratchService;
  beforeAll(async () => {
    scratch = await openScratchService();
    for (const recordedAt of [written - hour, written]) {
      await scratch.log.append(exampleStream(), 0, [exampleEvent({ recordedAt })]);
    }
  });
  afterAll(() => scratch.close());

  /** The clock's first time on a machine whose clock is off by `offMs`, relative to the newest event, and the reported errors. */
  async function beginning(offMs: number, log = scratch.log) {
    const reportedErrors: string[] = [];
    const clock = await clockAfter({
      log,
      reportError: (message, error) => reportedErrors.push(`${message}: ${(error as Error).message}`),
      system: () => written + offMs,
      elapsed: () => 0,
    });
    return { at: clock().getTime() - written, reportedErrors };
  }

  it("starts at the system time when that is later than the newest event", async () => {
    expect(await beginning(5 * hour)).toEqual({ at: 5 * hour, reportedErrors: [] });
  });
  it("never starts before the newest event, and reports a clock that was set back", async () => {
    expect((await beginning(-30_000)).reportedErrors).toEqual([]);
    for (const back of [-30_000, -2 * hour, -24 * hour]) {
      const { at, reportedErrors } = await beginning(back);
      expect(at).toBe(0);
      if (back < -60_000) expect(reportedErrors).toEqual([expect.stringContaining(`${-back / 60_000} minutes ahead`)]);
    }
  });
  it("starts at the system time when the log is more than a day ahead, and reports it", async () => {
    const { at, reportedErrors } = await beginning(-25 * hour);
    expect(at).toBe(-25 * hour);
    expect(reportedErrors).toEqual([
      expect.stringMatching(/ahead of the system clock.*2026-01-05T09:00:00.000Z, 1500 minutes ahead/),
    ]);
  });
  it("starts at the system time when the newest event cannot be read, or there is none", async () => {
    const damaged = async () => {
      throw new DamagedEvent("damaged");
    };
    expect(await beginning(-hour, logWith(scratch.log, { newest: damaged }))).toEqual({
      at: -hour,
      reportedErrors: [expect.stringContaining("newest event unreadable")],
    });
    expect(await beginning(-hour, logWith(scratch.log, { newest: async () => null }))).toEqual({
      at: -hour,
      reportedErrors: [],
    });
  });
});
