import { backoffMs } from "@attestory/runtime/backoff.ts";

/** An email to be sent: names the event that requests it. Carries no address, no text and no link. */
export interface MailJob {
  /** The event's id, also used as the job's id, so that adding a waiting job again changes nothing. */
  id: string;
  stream: string;
  version: number;
}

/**
 * Jobs run at least once, with a growing wait after each failure; the log records which are done. Added jobs may be lost: the
 * caller adds a job again until the log records it as done.
 */
export interface MailJobs {
  /** A reason in words that may be shown to anyone, or null while the queue accepts and runs jobs. */
  fault(): string | null;
  /** Leaves jobs that are already in the queue unchanged. Rejects quickly if the jobs cannot be stored. */
  add(jobs: readonly MailJob[]): Promise<void>;
  /** `work` resolves when the job is done and rejects when it must be retried. */
  start(work: (job: MailJob, attempt: number) => Promise<void>): void;
  /** Waits for emails being sent, five seconds at most. Jobs still waiting are found in the log at the next start. */
  close(): Promise<void>;
}

/** How many emails one process sends at once. */
export const emailsAtOnce = 4;
export const closeTimeoutMs = 5000;

const longestWaitMs = 5 * 60_000;

/** The wait after `failed` attempts. */
export const retryWaitMs = (failed: number, random: () => number): number =>
  backoffMs(failed, { longestMs: longestWaitMs, random });
