import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { CommandSettings } from "./config.ts";
import { createJournal } from "./handling/command-handler.ts";
import { startClaimSweeper } from "./identifiers/expire-reservations.ts";
import type { MailJobs } from "./mail/mail-jobs.ts";
import { createLetterWriter } from "./mail/render-email.ts";
import { smtpTransport, unsentLetters } from "./mail/send-mail.ts";
import { startMailWorker } from "./mail/worker.ts";

export interface CommandWorkersDependencies {
  settings: Pick<CommandSettings, "smtp" | "publicUrl">;
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  jobs: MailJobs;
  now: Clock;
  /** Hears what an operator should know and no caller is told. */
  onTrouble(message: string, error: unknown, context?: object): void;
}

export interface CommandWorkers {
  /** A reason in words that may be shown to anyone, or null while the log is followed for the letters that it asks for. */
  mailFault(): string | null;
  /** The same of the queue that letters wait in. */
  queueFault(): string | null;
  close(): Promise<void>;
}

/** What follows the log and decides by itself: letters, and claims that were abandoned. Any number of processes may do so at once. */
export async function startCommandWorkers(dependencies: CommandWorkersDependencies): Promise<CommandWorkers> {
  const { settings, log, sealing, keyring, jobs, now, onTrouble } = dependencies;
  const { smtp, publicUrl } = settings;
  const journal = createJournal(log, sealing, { now, onTrouble });
  const worker = await startMailWorker({
    ...{ log, journal, jobs, now, onTrouble },
    letters: createLetterWriter({ log, sealing, keyring, journal, publicUrl }),
    transport: smtp ? smtpTransport(smtp.url, smtp.from, publicUrl) : unsentLetters,
  });
  const sweeper = await startClaimSweeper({
    ...{ log, journal, keyring, now },
    onTrouble: (error) => onTrouble("an abandoned claim of an address or a name was not settled", error),
  });
  return {
    mailFault: worker.readiness,
    queueFault: jobs.fault,
    async close() {
      await sweeper.close();
      await worker.close();
      await journal.settled();
    },
  };
}
