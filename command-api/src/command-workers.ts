import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { createCallReports } from "./applications/record-client-call.ts";
import type { CommandSettings } from "./config.ts";
import { startAccountErasures } from "./erasure/account-erasures.ts";
import { createCommandHandler } from "./handling/command-handler.ts";
import { startErasures } from "./identifiers/erase-invited.ts";
import { startReservationExpiry } from "./identifiers/expire-reservations.ts";
import { startRegistrationLapses } from "./identifiers/lapse-unverified.ts";
import { startEmailChangeSettling } from "./identifiers/settle-email-changes.ts";
import type { AbandonedWork } from "./log-workers/giving-up.ts";
import { emailQueue, type JobQueue, type LogJobs, logoutQueue } from "./log-workers/log-jobs.ts";
import { startLogoutWorker } from "./logout/logout-worker.ts";
import { openMailTransport } from "./mail/open-mail-transport.ts";
import { createEmailRenderer } from "./mail/render-email.ts";
import { startMailWorker } from "./mail/worker.ts";
import { startPublishingNotary } from "./notary/start-notary.ts";
import { startDailyVerification } from "./notary/verify-daily.ts";
import { startSigningKeyRotation } from "./signing-keys/rotate-on-schedule.ts";
import { openTokenSigner } from "./tokens/token-signer.ts";

export interface CommandWorkersDependencies {
  settings: Pick<CommandSettings, "smtp" | "publicUrl" | "outboundAllowPrivate" | "signingKeyDays" | "checkpoints">;
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  openJobs(queue: JobQueue): LogJobs;
  /** Counts the failed calls that are recorded for an application's owner. */
  rateLimiter: RateLimiter;
  now: Clock;
  /** Reports errors to the operator. They never reach a caller. */
  reportError(message: string, error: unknown, context?: object): void;
}

export interface CommandWorkers {
  /** A fault in words that may be shown to anyone, or null while the mail worker follows the log. */
  mailFault(): string | null;
  /** The same for the email queue. */
  queueFault(): string | null;
  /** The same for the logout worker. */
  logoutFault(): string | null;
  /** What the workers gave up after a day. */
  abandoned: { emails: AbandonedWork; reservations: AbandonedWork };
  close(): Promise<void>;
}

/**
 * Starts the log workers: emails, logout tokens, abandoned reservations, registrations that nobody verified, erasures, and former
 * addresses; the rotation of signing keys; and the notary. Any number of processes may run them at once.
 */
export async function startCommandWorkers(dependencies: CommandWorkersDependencies): Promise<CommandWorkers> {
  const { settings, log, sealing, keyring, openJobs, rateLimiter, now, reportError } = dependencies;
  const { publicUrl, outboundAllowPrivate: allowPrivate } = settings;
  const commandHandler = createCommandHandler(log, sealing, { now, reportError });
  const emails = createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl });
  const jobs = openJobs(emailQueue);
  const services = { ...dependencies, jobs, commandHandler, emails, transport: await openMailTransport(settings) };
  const mail = await startMailWorker(services);
  const callReports = createCallReports({ commandHandler, rateLimiter, now, reportError });
  const { reportCall } = callReports;
  const signer = await openTokenSigner({ commandHandler, keyring, now, reportError });
  const logoutJobs = openJobs(logoutQueue);
  const logouts = { ...dependencies, commandHandler, signer, publicUrl, allowPrivate, reportCall, jobs: logoutJobs };
  const reservations = await startReservationExpiry(services);
  const logoutWorker = await startLogoutWorker(logouts);
  const workers = [
    mail,
    reservations,
    await startRegistrationLapses(services),
    await startEmailChangeSettling(services),
    await startErasures(services),
    await startAccountErasures(services),
    logoutWorker,
    startSigningKeyRotation({ ...services, days: settings.signingKeyDays }),
    startPublishingNotary({ ...dependencies, settings: settings.checkpoints }),
    startDailyVerification({ ...dependencies, key: notaryKey(keyring) }),
  ];
  return {
    mailFault: mail.readiness,
    queueFault: jobs.fault,
    logoutFault: logoutWorker.readiness,
    abandoned: { emails: mail.abandoned, reservations: reservations.abandoned },
    async close() {
      for (const worker of workers.toReversed()) await worker.close();
      await callReports.settled();
      await commandHandler.settled();
    },
  };
}

/** Where gauges are registered: the metrics of the process. */
interface Gauges {
  gauge(name: string, help: string, read: () => Iterable<readonly [of: string, value: number]>): void;
}

export function gaugeAbandoned(metrics: Gauges, { abandoned }: Pick<CommandWorkers, "abandoned">): void {
  metrics.gauge("emails_abandoned", "Emails given up in the last 24 hours", abandoned.emails.counts);
  metrics.gauge("reservations_abandoned", "Reservations given up and still not settled", abandoned.reservations.counts);
}
