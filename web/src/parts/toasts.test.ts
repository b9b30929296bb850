import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissToast, onToasts, shownToasts, toast } from "./toasts.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("shows only the newest toast", () => {
  toast({ kind: "done", title: "Profile updated" });
  toast({ kind: "refused", title: "Update failed" });
  expect(shownToasts().map((shown) => shown.title)).toEqual(["Update failed"]);
});

it("closes a dismissed toast at once and removes it 1,000,000 ms later", () => {
  toast({ kind: "done", title: "Session revoked" });
  const id = shownToasts()[0]?.id ?? 0;
  dismissToast(id);
  expect(shownToasts().map((shown) => shown.open)).toEqual([false]);
  vi.advanceTimersByTime(999_999);
  expect(shownToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shownToasts()).toHaveLength(0);
});

it("notifies listeners until they unsubscribe", () => {
  const listener = vi.fn();
  const stop = onToasts(listener);
  toast({ kind: "plain", title: "a" });
  stop();
  toast({ kind: "plain", title: "b" });
  expect(listener).toHaveBeenCalledTimes(1);
});
