import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { CommandSettings } from "./config.ts";
import { createCommandHandler } from "./handling/command-handler.ts";
import { startReservationExpiry } from "./identifiers/expire-reservations.ts";
import { startRegistrationLapses } from "./identifiers/lapse-registrations.ts";
import type { MailJobs } from "./mail/mail-jobs.ts";
import { createEmailRenderer } from "./mail/render-email.ts";
import { noTransport, smtpTransport } from "./mail/send-mail.ts";
import { startMailWorker } from "./mail/worker.ts";

export interface CommandWorkersDependencies {
  settings: Pick<CommandSettings, "smtp" | "publicUrl">;
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  jobs: MailJobs;
  now: Clock;
  /** Reports errors to the operator. They never reach a caller. */
  reportError(message: string, error: unknown, context?: object): void;
}

export interface CommandWorkers {
  /** A fault in words that may be shown to anyone, or null while the mail worker follows the log. */
  mailFault(): string | null;
  /** The same for the email queue. */
  queueFault(): string | null;
  close(): Promise<void>;
}

/** Starts the log workers: emails, abandoned reservations, and registrations that nobody verified. Any number of processes may run them at once. */
export async function startCommandWorkers(dependencies: CommandWorkersDependencies): Promise<CommandWorkers> {
  const { settings, log, sealing, keyring, jobs, now, reportError } = dependencies;
  const { smtp, publicUrl } = settings;
  const commandHandler = createCommandHandler(log, sealing, { now, reportError });
  const worker = await startMailWorker({
    log,
    commandHandler,
    jobs,
    now,
    reportError,
    emails: createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl }),
    transport: smtp ? smtpTransport(smtp.url, smtp.from, publicUrl) : noTransport,
  });
  const sweeper = await startReservationExpiry({
    log,
    commandHandler,
    keyring,
    now,
    reportError: (error) => reportError("expired identifier reservation not released, will retry", error),
  });
  const lapses = await startRegistrationLapses({
    log,
    commandHandler,
    keyring,
    now,
    reportError: (error) => reportError("unverified registration not ended, will retry", error),
  });
  return {
    mailFault: worker.readiness,
    queueFault: jobs.fault,
    async close() {
      await lapses.close();
      await sweeper.close();
      await worker.close();
      await commandHandler.settled();
    },
  };
}
