import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { mailJobsContract } from "../testing/mail-jobs.contract.ts";
import { inProcessMailJobs } from "./in-process-mail-jobs.ts";
import { type MailJob, retryWaitMs } from "./mail-jobs.ts";

const speed = 20;

mailJobsContract(
  "in process",
  ({ closeTimeoutMs = 60_000 }) =>
    inProcessMailJobs(() => 0, { closeTimeoutMs, retryWaitMs: (...after) => retryWaitMs(...after) / speed }),
  { speed },
);

it("runs a job that was added before the start once, although it is started a second time", async () => {
  const queue = inProcessMailJobs();
  onTestFinished(() => queue.close());
  const [early, late] = [randomUUID(), randomUUID()];
  const done: string[] = [];
  const work = async ({ id }: MailJob) => void done.push(id);
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
