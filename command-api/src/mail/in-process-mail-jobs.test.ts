import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { inProcessMailJobs } from "./in-process-mail-jobs.ts";

it("waits at its end for the letters under way and not for those that wait", async () => {
  const jobs = inProcessMailJobs();
  const [begun, done]: [string[], string[]] = [[], []];
  jobs.start(async ({ id }) => {
    begun.push(id);
    await wait(100);
    done.push(id);
  });
  for (let job = 0; job < 10; job++) await jobs.add({ id: String(job), stream: "s", version: 1 });
  await wait(20);
  const closing = performance.now();
  await jobs.close();
  // A letter that never ends is given up after five.
  expect(performance.now() - closing).toBeLessThan(3000);
  expect(begun.length).toBeLessThan(10);
  expect(done).toEqual(begun);
});
