import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deduplicated } from "./deduplicated-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("logs each message at once, and the same one again only after 30 seconds", () => {
  const logged: string[] = [];
  const log = deduplicated((error: Error) => logged.push(error.message));
  const [unavailable, wrong] = [() => log(new Error("unavailable")), () => log(new Error("wrong"))];
  for (let second = 0; second < 30; second++) {
    unavailable();
    wrong();
    vi.advanceTimersByTime(1000);
  }
  expect(logged).toEqual(["unavailable", "wrong"]);
  unavailable();
  expect(logged).toEqual(["unavailable", "wrong", "unavailable"]);
  for (let n = 0; n < 1000; n++) log(new Error(String(n)));
  expect(logged).toHaveLength(1003);
});
