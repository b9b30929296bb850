import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { randomShare } from "@attestory/runtime/random-share.ts";
import pLimit from "p-limit";
import { closeTimeoutMs, type JobQueue, type LogJob, type LogJobs, retryWaitMs } from "./log-jobs.ts";

export interface JobTimes {
  /** The wait before the next attempt, by the number of failed attempts. */
  retryWaitMs: typeof retryWaitMs;
  /** How long `close` waits for jobs that run. */
  closeTimeoutMs: number;
}

/** A queue in the memory of this process. Jobs are lost with the process and found again in the log. */
export function inProcessJobs(
  queue: Pick<JobQueue, "atOnce" | "longestWaitMs">,
  random: () => number = randomShare,
  times: JobTimes = { retryWaitMs, closeTimeoutMs },
): LogJobs {
  const limit = pLimit({ concurrency: queue.atOnce, rejectOnClear: true });
  const known = new Set<string>();
  const attempts = new PendingWork();
  const timers = new Set<NodeJS.Timeout>();
  let work: Parameters<LogJobs["start"]>[0] | null = null;
  const early: LogJob[] = [];
  let closed = false;

  const attempt = (job: LogJob, number: number): void => {
    if (closed || !work) return;
    const doing = work;
    const done = limit(() => doing(job, number)).then(
      () => void known.delete(job.id),
      () => again(job, number),
    );
    void attempts.track(done);
  };

  const again = (job: LogJob, number: number) => {
    if (closed) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        attempt(job, number + 1);
      },
      times.retryWaitMs(queue, number, random),
    );
    timers.add(timer);
  };

  return {
    fault: () => null,
    async add(jobs) {
      for (const job of jobs) {
        if (known.has(job.id)) continue;
        known.add(job.id);
        if (work) attempt(job, 1);
        else early.push(job);
      }
    },
    start(doing) {
      work = doing;
      for (const job of early.splice(0)) attempt(job, 1);
    },
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      limit.clearQueue();
      await Promise.race([
        attempts.settled(),
        new Promise((resolve) => setTimeout(resolve, times.closeTimeoutMs).unref()),
      ]);
    },
  };
}
