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

/** Jobs that the log requests and does not record as done or abandoned, such as emails. A queue that loses them is given them again. */
export interface Outbox {
  /** Never rejects: a job that the queue refuses is offered again. */
  add(job: LogJob, before: Position): Promise<void>;
  /** Call when the log records the job as done or abandoned. */
  remove(eventId: string): void;
  /** The `before` of each job. */
  unfinished(): Iterable<Position>;
  close(): void;
}

/** @param reportError called once each time the queue starts to refuse jobs */
export function createOutbox(jobs: Pick<LogJobs, "add">, reportError: (error: unknown) => void): Outbox {
  const waiting = new Map<string, Outstanding>();
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
      if (waiting.delete(outstanding.job.id)) waiting.set(outstanding.job.id, outstanding);
    }
  };
  const due = () => {
    const before = performance.now() - offerAgainMs;
    return waiting
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
      waiting.set(job.id, outstanding);
      // While the queue refuses jobs, one attempt a second is enough.
      if (!isRefusing) await offer([outstanding]);
    },
    remove: (eventId) => void waiting.delete(eventId),
    unfinished: () => waiting.values().map(({ before }) => before),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
