import pLimit from "p-limit";
import type { MailJob, MailJobs } from "./mail-jobs.ts";

const atOnce = 4;
const firstWaitMs = 1000;
const longestWaitMs = 5 * 60_000;

/** Jobs of one process; lost with it, and found again in the log. */
export function inProcessMailJobs(random: () => number = Math.random): MailJobs {
  const limit = pLimit({ concurrency: atOnce, rejectOnClear: true });
  const known = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let work: Parameters<MailJobs["start"]>[0] | null = null;
  const early: MailJob[] = [];
  let closed = false;

  const attempt = (job: MailJob, number: number): void => {
    if (closed || !work) return;
    const doing = work;
    const done = limit(() => doing(job, number)).then(
      () => void known.delete(job.id),
      () => again(job, number),
    );
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };

  const again = (job: MailJob, number: number) => {
    if (closed) return;
    const wait = Math.min(firstWaitMs * 2 ** (number - 1), longestWaitMs) * (0.75 + random() / 2);
    const timer = setTimeout(() => {
      timers.delete(timer);
      attempt(job, number + 1);
    }, wait);
    timers.add(timer);
  };

  return {
    async add(job) {
      if (known.has(job.id)) return;
      known.add(job.id);
      if (work) attempt(job, 1);
      else early.push(job);
    },
    start(doing) {
      work = doing;
      for (const job of early.splice(0)) attempt(job, 1);
    },
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      limit.clearQueue();
      await Promise.race([Promise.all(underWay), new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
    },
  };
}
