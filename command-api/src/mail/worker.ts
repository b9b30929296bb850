import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { mailProgressStream, mailStream } from "@attestory/events/envelope.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type LogWorker, startLogWorker } from "../log-workers/log-worker.ts";
import { emailOutcome } from "./email-outcome.ts";
import { emailKind } from "./emails.ts";
import type { MailJob, MailJobs } from "./mail-jobs.ts";
import { createOutbox } from "./outbox.ts";
import type { EmailRenderer } from "./render-email.ts";
import type { MailTransport } from "./send-mail.ts";

const abandonAfterMs = 24 * 3_600_000;
const notSent = "a letter was not sent";

export interface MailWorkerDependencies {
  log: EventLog;
  commandHandler: CommandHandler;
  emails: EmailRenderer;
  jobs: MailJobs;
  transport: MailTransport;
  now: Clock;
  /** Called for every email that could not be sent, and when the log could not be followed. */
  reportError(message: string, error: unknown, context?: { eventId: string; attempt?: number }): void;
}

/**
 * Follows the log: event, job, email, delivery, `LetterSent`. The log records what was sent, so a replay sends nothing again. Any
 * number of processes may run a worker: each offers every email to the queue, which keeps one job for it.
 */
export async function startMailWorker(dependencies: MailWorkerDependencies): Promise<LogWorker> {
  const { jobs, emails, transport, reportError } = dependencies;
  const outstanding = createOutbox(jobs, (error) => reportError("letters wait: their queue takes none", error));

  const handedOver = new Set<string>();

  jobs.start(async (job, attempt) => {
    try {
      await deliver(dependencies, job, handedOver);
    } catch (error) {
      reportError(notSent, error, { eventId: job.id, attempt });
      throw error;
    }
  });
  const worker = await startLogWorker(dependencies, {
    name: "mail",
    progress: { stream: mailProgressStream, type: "MailProgressed" },
    async take(event) {
      const { id, stream, version, position } = event;
      // Appended by the process that sent or abandoned the email.
      if (event.type === "LetterSent" || event.type === "LetterAbandoned") {
        outstanding.dealtWith(event.data.causeId);
        handedOver.delete(event.data.causeId);
      }
      if (emailKind(event.type) === null || (await emails.isDealtWith(id))) return;
      await outstanding.note({ id, stream, version }, position);
    },
    open: outstanding.positions,
    reportError: (error) => reportError("the mail worker cannot follow the log and tries again", error),
  });
  return {
    readiness: worker.readiness,
    async close() {
      await worker.close();
      outstanding.close();
      await jobs.close();
      await transport.close();
    },
  };
}

/** @param handedOver emails that the mail server accepted, without `LetterSent` yet: a retry appends it and does not send again */
async function deliver(dependencies: MailWorkerDependencies, job: MailJob, handedOver: Set<string>): Promise<void> {
  const { commandHandler, emails, transport, now } = dependencies;
  const cause = { causeId: job.id, causeStream: job.stream, causeVersion: job.version };
  const say = async (command: Parameters<typeof emailOutcome.decide>[1]) => {
    const commandContext = systemContext("mail", now(), job.id);
    await commandHandler.handle({
      decider: emailOutcome,
      stream: mailStream(job.id),
      command,
      person: null,
      commandContext,
    });
  };

  const written = await emails.write(job.stream, job.version);
  // A forged job can only trigger a look at an email. The log, not the job, decides which event counts as sent.
  if (written.event.id !== job.id) return;
  if ("pointless" in written) {
    return say({ type: "LetterAbandoned", data: { ...cause, letter: "none", reason: written.pointless } });
  }
  const kind = emailKind(written.event.type) ?? "none";
  tracepoint("letter written");
  // As late as possible: another process may have sent the email while this one was suspended.
  if (await emails.isDealtWith(job.id)) return;
  try {
    if (!handedOver.has(job.id)) await transport.send(written.letter, job.id);
    handedOver.add(job.id);
    tracepoint("letter sent");
  } catch (error) {
    if (now().getTime() - written.event.recordedAt.getTime() < abandonAfterMs) throw error;
    dependencies.reportError(notSent, error, { eventId: job.id });
    const reason = "not taken by the mail server for 24 hours";
    return say({ type: "LetterAbandoned", data: { ...cause, letter: kind, reason } });
  }
  await say({ type: "LetterSent", data: { ...cause, letter: kind } });
  handedOver.delete(job.id);
}
