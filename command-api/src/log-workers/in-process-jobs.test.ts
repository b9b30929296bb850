import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { logJobsContract } from "../testing/log-jobs.contract.ts";
import { inProcessJobs } from "./in-process-jobs.ts";
import { emailQueue, type LogJob, retryWaitMs } from "./log-jobs.ts";

const speed = 20;

logJobsContract(
  "in process",
  ({ closeTimeoutMs = 60_000 }) =>
    inProcessJobs(emailQueue, () => 0, { closeTimeoutMs, retryWaitMs: (...after) => retryWaitMs(...after) / speed }),
  { speed },
);

it("runs a job that was added before the start once, although it is started a second time", async () => {
  const queue = inProcessJobs(emailQueue);
  onTestFinished(() => queue.close());
  const [early, late] = [randomUUID(), randomUUID()];
  const done: string[] = [];
  const work = async ({ id }: LogJob) => void done.push(id);
  const add = (id: string) => queue.add([{ id, stream: "user-1", version: 1 }]);
  await add(early);
  queue.start(work);
  await vi.waitFor(() => expect(done).toEqual([early]));
  queue.start(work);
  // A job that the second start had kept would run before this one.
  await add(late);
  await vi.waitFor(() => expect(done).toContain(late));
  expect(done).toEqual([early, late]);
});
