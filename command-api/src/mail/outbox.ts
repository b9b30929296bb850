import type { Position } from "@attestory/events/envelope.ts";
import type { MailJob, MailJobs } from "./mail-jobs.ts";

/** How soon jobs that the queue refused are offered again, and jobs that it accepted: it may have lost them. */
const lookEveryMs = 1000;
const offerAgainMs = 10_000;
const mostAtOnce = 1000;

interface Outstanding {
  job: MailJob;
  position: Position;
  /** When the queue last accepted the job; null if it never did. */
  queuedAt: number | null;
}

/** Emails that the log requests and does not record as sent or abandoned. A queue that loses their jobs is given them again. */
export interface Outbox {
  /** Never rejects: a job that the queue refuses is offered again. */
  note(job: MailJob, position: Position): Promise<void>;
  dealtWith(eventId: string): void;
  positions(): Iterable<Position>;
  close(): void;
}

/** @param reportError called once each time the queue starts to refuse jobs */
export function createOutbox(jobs: Pick<MailJobs, "add">, reportError: (error: unknown) => void): Outbox {
  const emails = new Map<string, Outstanding>();
  let refused = false;

  const offer = async (offered: readonly Outstanding[]) => {
    if (offered.length === 0) return;
    try {
      await jobs.add(offered.map(({ job }) => job));
      refused = false;
    } catch (error) {
      if (!refused) reportError(error);
      refused = true;
      return;
    }
    for (const letter of offered) {
      letter.queuedAt = performance.now();
      // Moved to the end, so that every job gets its turn, however many there are.
      if (emails.delete(letter.job.id)) emails.set(letter.job.id, letter);
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
  const lookLater = () => {
    timer = setTimeout(() => void offer(due()).finally(() => !closed && lookLater()), lookEveryMs).unref();
  };
  let closed = false;
  lookLater();

  return {
    async note(job, position) {
      const letter = { job, position, queuedAt: null };
      emails.set(job.id, letter);
      // While the queue refuses jobs, one attempt a second is enough.
      if (!refused) await offer([letter]);
    },
    dealtWith: (eventId) => void emails.delete(eventId),
    positions: () => emails.values().map(({ position }) => position),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
