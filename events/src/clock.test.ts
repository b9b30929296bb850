import fc from "fast-check";
import { expect, it } from "vitest";
import { monotonicClock } from "./clock.ts";

/** A machine whose clock can be set, and whose stopwatch cannot. */
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

it("RE-50 never runs backwards, whatever is done to the system's clock", () => {
  const step = fc.record({ passes: fc.integer({ min: 0, max: 60_000 }), set: fc.integer({ min: -1e10, max: 1e10 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { at, clock, pass } = machine();
      let last = clock().getTime();
      for (const { passes, set } of steps) {
        pass(passes);
        at.system += set;
        const now = clock().getTime();
        expect(now).toBeGreaterThanOrEqual(last + passes);
        expect(now).toBeGreaterThanOrEqual(at.system);
        last = now;
      }
    }),
  );
});

it("RE-50 goes on at the same pace when the system's clock was set back two hours", () => {
  const { at, clock, pass } = machine();
  const before = clock().getTime();
  at.system -= 2 * 3_600_000;
  pass(5000);
  expect(clock().getTime()).toBe(before + 5000);
});

it("RE-50 follows the system's clock when that is set ahead", () => {
  const { at, clock } = machine();
  at.system += 2 * 3_600_000;
  expect(clock().getTime()).toBe(at.system);
});

it("tells whole milliseconds", () => {
  const { at, clock } = machine();
  clock();
  at.elapsed += 0.7;
  expect(Number.isInteger(clock().getTime())).toBe(true);
});

it("tells the time of the machine", () => {
  expect(Math.abs(monotonicClock()().getTime() - Date.now())).toBeLessThan(1000);
});
