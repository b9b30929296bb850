import { beforeEach, expect, it } from "vitest";
import { PendingWork } from "./pending-work.ts";

let work: PendingWork;
beforeEach(() => {
  work = new PendingWork();
});

it("returns the work itself, with its result or its failure", async () => {
  expect(await work.track(Promise.resolve(1))).toBe(1);
  await expect(work.track(Promise.reject(new Error("failed")))).rejects.toThrow("failed");
});

it("settles when all work has ended, whether it succeeded or failed", async () => {
  const [succeeds, fails] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  work.track(succeeds.promise);
  work.track(fails.promise);
  let isSettled = false;
  const settling = work.settled().then(() => {
    isSettled = true;
  });
  succeeds.resolve();
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  fails.reject(new Error("failed"));
  await settling;
});

it("settles at once when no work is pending", async () => {
  await work.track(Promise.resolve());
  await work.settled();
});
