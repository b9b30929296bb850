import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deduplicated } from "./deduplicated-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("logs each message at once, and the same one again only after 30 seconds", () => {
  const heard: string[] = [];
  const tell = deduplicated((error: Error) => heard.push(error.message));
  const [away, wrong] = [() => tell(new Error("away")), () => tell(new Error("wrong"))];
  for (let second = 0; second < 30; second++) {
    away();
    wrong();
    vi.advanceTimersByTime(1000);
  }
  expect(heard).toEqual(["away", "wrong"]);
  away();
  expect(heard).toEqual(["away", "wrong", "away"]);
  for (let n = 0; n < 1000; n++) tell(new Error(String(n)));
  expect(heard).toHaveLength(1003);
});
