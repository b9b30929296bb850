import type { Position } from "@attestory/events/envelope.ts";
import type { MailJob, MailJobs } from "./mail-jobs.ts";

/** How often what the queue has not taken is offered again, and what it has taken: it may have lost it. */
const lookEveryMs = 1000;
const offerAgainMs = 10_000;
const mostAtOnce = 1000;

interface Outstanding {
  job: MailJob;
  position: Position;
  /** When the queue last took it; null when it did not. */
  queuedAt: number | null;
}

/** The letters that the log asks for and that it does not say are dealt with. They stay in the queue, whatever becomes of that. */
export interface Outbox {
  /** Never fails: what the queue does not take now it is offered again. */
  note(job: MailJob, position: Position): Promise<void>;
  dealtWith(eventId: string): void;
  positions(): Iterable<Position>;
  close(): void;
}

/** @param onTrouble hears once of each time that the queue takes none */
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
      // To the end: each gets its turn, however many there are.
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
      // While it takes none, one attempt a second is enough.
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
