import type { Position } from "@attestory/events/envelope.ts";
import type { LogJob, LogJobs } from "./log-jobs.ts";

/** How soon jobs that the queue refused are offered again, and jobs that it accepted: it may have lost them. */
const offerEveryMs = 1000;
const offerAgainMs = 10_000;
const mostAtOnce = 1000;

interface Outstanding {
  job: LogJob;
  before: Position;
  /** When the queue last accepted the job; null if it never did. */
  queuedAt: number | null;
}

/** Emails that the log requests and does not record as sent or abandoned. A queue that loses their jobs is given them again. */
export interface Outbox {
  /** Never rejects: a job that the queue refuses is offered again. */
  add(job: LogJob, before: Position): Promise<void>;
  /** Call when the log records the email as sent or abandoned. */
  remove(eventId: string): void;
  /** The `before` of each email. */
  unfinished(): Iterable<Position>;
  close(): void;
}

/** @param reportError called once each time the queue starts to refuse jobs */
export function createOutbox(jobs: Pick<LogJobs, "add">, reportError: (error: unknown) => void): Outbox {
  const emails = new Map<string, Outstanding>();
  let isRefusing = false;

  /** False if the queue refuses the jobs. */
  const tryToQueue = async (offered: readonly Outstanding[]): Promise<boolean> => {
    try {
      await jobs.add(offered.map(({ job }) => job));
      isRefusing = false;
      return true;
    } catch (error) {
      if (!isRefusing) reportError(error);
      isRefusing = true;
      return false;
    }
  };
  const offer = async (offered: readonly Outstanding[]) => {
    if (offered.length === 0 || !(await tryToQueue(offered))) return;
    for (const outstanding of offered) {
      outstanding.queuedAt = performance.now();
      // Moved to the end, so that every job gets its turn, however many there are.
      if (emails.delete(outstanding.job.id)) emails.set(outstanding.job.id, outstanding);
    }
  };
  const due = () => {
    const before = performance.now() - offerAgainMs;
    return emails
      .values()
      .filter(({ queuedAt }) => queuedAt === null || queuedAt < before)
      .take(mostAtOnce)
      .toArray();
  };
  let timer: NodeJS.Timeout;
  const offerLater = () => {
    timer = setTimeout(() => void offer(due()).finally(() => !closed && offerLater()), offerEveryMs).unref();
  };
  let closed = false;
  offerLater();

  return {
    async add(job, before) {
      const outstanding = { job, before, queuedAt: null };
      emails.set(job.id, outstanding);
      // While the queue refuses jobs, one attempt a second is enough.
      if (!isRefusing) await offer([outstanding]);
    },
    remove: (eventId) => void emails.delete(eventId),
    unfinished: () => emails.values().map(({ before }) => before),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
