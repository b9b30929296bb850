import { type BullmqOptions, bullmqMailJobs } from "./bullmq-mail-jobs.ts";
import { inProcessMailJobs } from "./in-process-mail-jobs.ts";
import type { MailJobs } from "./mail-jobs.ts";

export interface MailJobsLocation extends BullmqOptions {
  /** `in-process`, or the address of a Redis server. */
  jobs: string;
  reportError(message: string, error: unknown): void;
}

/** The mail queue that the configuration names. Opens at once, even while its server is unavailable. */
export const openMailJobs = ({ jobs, reportError, ...options }: MailJobsLocation): MailJobs =>
  jobs === "in-process"
    ? inProcessMailJobs(options.random)
    : bullmqMailJobs(jobs, (error) => reportError("email queue failed, will retry", error), options);
