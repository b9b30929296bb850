/** A letter to be written: names the event that asks for it. Carries no address, no text and no link. */
export interface MailJob {
  /** The event's id; the job's too, so that adding it again changes nothing while it waits. */
  id: string;
  stream: string;
  version: number;
}

/** Jobs are worked off at least once, with a growing wait after each failure; what was done already is the log's to say. */
export interface MailJobs {
  add(job: MailJob): Promise<void>;
  /** `work` resolves when the job is over and throws when it is to be tried again. */
  start(work: (job: MailJob, attempt: number) => Promise<void>): void;
  /** Waits for the letters under way; what waits is found in the log at the next start. */
  close(): Promise<void>;
}
