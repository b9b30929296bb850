import { expect, it, onTestFinished, vi } from "vitest";
import { LogUnavailable } from "../event-log.ts";
import { appendRetriesMs, callStore } from "./call-store.ts";
import type { EventStoreClient } from "./client.ts";
import type { Connection } from "./connection.ts";

/** Calls a store that never answers, in a process that is stopped for so long before each repetition. Returns how often it was called. */
async function callWhileStopped(stoppedMs: number, retriesMs?: number, expectedForMs = 60_000): Promise<number> {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let calls = 0;
  const connection = {
    use: () => {
      calls++;
      return Promise.reject({ type: "unavailable", message: "" });
    },
    expectedForMs: () => expectedForMs,
    restored: async () => void vi.advanceTimersByTime(stoppedMs),
  } as Partial<Connection<EventStoreClient>> as Connection<EventStoreClient>;
  await expect(callStore(connection, async () => null, retriesMs)).rejects.toBeInstanceOf(LogUnavailable);
  return calls;
}

it("repeats a read after a transient error for as long as an election lasts, and an append for 0.9 s", async () => {
  expect(await callWhileStopped(500)).toBe(9);
  expect(await callWhileStopped(300, appendRetriesMs)).toBe(4);
});

it("RE-30 does not repeat a call once the store has been unavailable for longer", async () => {
  expect(await callWhileStopped(300, undefined, 0)).toBe(1);
});

it("RC-14 does not repeat a call in a process that was stopped: a command's check would be older than it may be", async () => {
  expect(await callWhileStopped(60_000, appendRetriesMs)).toBe(1);
});
