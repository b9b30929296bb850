import { backoffMs } from "@attestory/runtime/backoff.ts";

/** Work that an event requests, such as an email: names that event. Carries no address, no text and no link. */
export interface LogJob {
  /** The event's id, also used as the job's id, so that adding a waiting job again changes nothing. */
  id: string;
  stream: string;
  version: number;
}

/**
 * Jobs run at least once, with a growing wait after each failure; the log records which are done. Added jobs may be lost: the
 * caller adds a job again until the log records it as done.
 */
export interface LogJobs {
  /** A reason in words that may be shown to anyone, or null while the queue accepts and runs jobs. */
  fault(): string | null;
  /** Leaves jobs that are already in the queue unchanged. Rejects quickly if the jobs cannot be stored. */
  add(jobs: readonly LogJob[]): Promise<void>;
  /** `work` resolves when the job is done and rejects when it must be retried. */
  start(work: (job: LogJob, attempt: number) => Promise<void>): void;
  /** Waits for jobs that run, five seconds at most. Jobs still waiting are found in the log at the next start. */
  close(): Promise<void>;
}

/** A kind of jobs. Each has a queue of its own, so that none waits for another kind. */
export interface JobQueue {
  /** Of the queue on a shared server. */
  name: "letters" | "logouts";
  /** In words, for operators. */
  called: string;
  /** How many jobs one process runs at once. */
  atOnce: number;
  /** Between two attempts, in milliseconds. */
  longestWaitMs: number;
}

export const emailQueue: JobQueue = { name: "letters", called: "email queue", atOnce: 4, longestWaitMs: 5 * 60_000 };
/**
 * An application may take seconds to answer, and one session may have many. Its address is what a developer entered, perhaps that of someone
 * else: a server that refuses gets about 40 requests in a day.
 */
export const logoutQueue: JobQueue = { name: "logouts", called: "logout queue", atOnce: 64, longestWaitMs: 3_600_000 };

export const closeTimeoutMs = 5000;

/** The wait after `failed` attempts. */
export const retryWaitMs = (
  { longestWaitMs }: Pick<JobQueue, "longestWaitMs">,
  failed: number,
  random: () => number,
): number => backoffMs(failed, { longestMs: longestWaitMs, random });
