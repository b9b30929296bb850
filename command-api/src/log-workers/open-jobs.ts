import { type BullmqOptions, bullmqJobs } from "./bullmq-jobs.ts";
import { inProcessJobs } from "./in-process-jobs.ts";
import type { LogJobs } from "./log-jobs.ts";

export interface JobsLocation extends BullmqOptions {
  /** `in-process`, or the address of a Redis server. */
  jobs: string;
  reportError(message: string, error: unknown): void;
}

/** The queue that the configuration names. Opens at once, even while its server is unavailable. */
export const openJobs = ({ jobs, reportError, ...options }: JobsLocation): LogJobs =>
  jobs === "in-process"
    ? inProcessJobs(options.queue, options.random)
    : bullmqJobs(jobs, (error) => reportError(`${options.queue.called} failed, will retry`, error), options);
