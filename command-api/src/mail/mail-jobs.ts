/** A letter to be written: names the event that asks for it. Carries no address, no text and no link. */
export interface MailJob {
  /** The event's id; the job's too, so that adding it again changes nothing while it waits. */
  id: string;
  stream: string;
  version: number;
}

/**
 * Jobs are worked off at least once, with a growing wait after each failure; what was done already is the log's to say. What
 * was added may be lost: whoever adds it adds it again as long as the log does not say that it is done.
 */
export interface MailJobs {
  /** A reason in words that may be shown to anyone, or null while jobs are taken and worked off. */
  fault(): string | null;
  /** Those that are there already stay as they are. Rejects, and soon, where they cannot be kept. */
  add(jobs: readonly MailJob[]): Promise<void>;
  /** `work` resolves when the job is over and throws when it is to be tried again. */
  start(work: (job: MailJob, attempt: number) => Promise<void>): void;
  /** Waits for the letters under way, five seconds at most; what waits is found in the log at the next start. */
  close(): Promise<void>;
}

/** How many letters one process sends at once. */
export const emailsAtOnce = 4;
export const closeTimeoutMs = 5000;

const firstWaitMs = 1000;
const longestWaitMs = 5 * 60_000;

/** Before the next attempt, after so many failed: a second, then twice as long each time, up to five minutes, give or take a quarter. */
export const retryWaitMs = (failed: number, random: () => number): number =>
  Math.min(firstWaitMs * 2 ** (failed - 1), longestWaitMs) * (0.75 + random() / 2);
