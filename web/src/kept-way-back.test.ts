import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepWayBack, loginAfterEmail } from "./kept-way-back.ts";
import { forgetWayBack } from "./way-back.ts";

const redirect = encodeURIComponent("/oauth/authorize?client_id=1&state=a%26b");
const opener = { of: null as object | null };
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  opener.of = null;
  vi.stubGlobal("window", {
    get opener() {
      return opener.of;
    },
  });
  at(`?redirect=${redirect}`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const at = (search: string) => vi.stubGlobal("location", { search });

it("FO-04 leads the tab of an email back for an hour", () => {
  vi.useFakeTimers();
  keepWayBack();
  expect(loginAfterEmail()).toBe(`/login?redirect=${redirect}`);
  vi.advanceTimersByTime(60 * 60_000);
  expect(loginAfterEmail()).toBe("/login");
});

it("FO-04 leads nowhere once it was used, or a later start came from no application", () => {
  keepWayBack();
  forgetWayBack();
  expect(loginAfterEmail()).toBe("/login");
  keepWayBack();
  at("");
  keepWayBack();
  expect(loginAfterEmail()).toBe("/login");
});

it("FO-04 leads nowhere from a window that an application opened, which alone can go back", () => {
  keepWayBack();
  opener.of = {};
  keepWayBack();
  expect(loginAfterEmail()).toBe("/login");
});

it("FO-04 follows nothing that another page of the browser may have left", () => {
  for (const left of [
    "{",
    "null",
    "[]",
    '{"login":"https://evil.example","until":9e15}',
    '{"login":"/login?redirect=/x"}',
  ]) {
    kept.set("way-back", left);
    expect(loginAfterEmail()).toBe("/login");
  }
});
