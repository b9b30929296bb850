import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { mailProgressStream, mailStream } from "@attestory/events/envelope.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type AbandonedWork, isTimeToGiveUp } from "../log-workers/giving-up.ts";
import type { LogJob, LogJobs } from "../log-workers/log-jobs.ts";
import { type LogWorker, startLogWorker } from "../log-workers/log-worker.ts";
import { createOutbox } from "../log-workers/outbox.ts";
import { type AbandonReason, abandonReasons, createAbandonedEmails } from "./abandoned-emails.ts";
import { deliverTest } from "./deliver-test.ts";
import { emailOutcome, type OutcomeEvent } from "./email-outcome.ts";
import { emailKind } from "./emails.ts";
import type { MailTransport } from "./mail-transport.ts";
import type { EmailRenderer } from "./render-email.ts";

export interface MailWorkerDependencies {
  log: EventLog;
  commandHandler: CommandHandler;
  emails: EmailRenderer;
  jobs: LogJobs;
  transport: MailTransport;
  now: Clock;
  /** Called for every email that could not be sent, and when the log could not be followed. */
  reportError(message: string, error: unknown, context?: { eventId: string; attempt?: number }): void;
}

export interface MailWorker extends LogWorker {
  abandoned: AbandonedWork;
}

/**
 * Follows the log: event, job, email, delivery, `LetterSent`. The log records what was sent, so a replay sends nothing again. Any
 * number of processes may run a worker: each offers every email to the queue, which keeps one job for it.
 */
export async function startMailWorker(dependencies: MailWorkerDependencies): Promise<MailWorker> {
  const { jobs, emails, transport, now, reportError } = dependencies;
  const outbox = createOutbox(jobs, (error) => reportError("email queue unavailable, emails wait", error));

  const handedOver = new Set<string>();
  const abandoned = createAbandonedEmails(now);

  jobs.start(async (job, attempt) => {
    try {
      await deliver(dependencies, { job, attempt }, handedOver);
    } catch (error) {
      reportError("email delivery failed, will retry", error, { eventId: job.id, attempt });
      throw error;
    }
  });
  const worker = await startLogWorker(dependencies, {
    name: "mail",
    progress: { stream: mailProgressStream, type: "MailProgressed" },
    async handle(event, before) {
      const { id, stream, version } = event;
      abandoned.receive(event);
      // Appended by the process that sent or abandoned the email.
      if (event.type === "LetterSent" || event.type === "LetterAbandoned") {
        outbox.remove(event.data.causeId);
        handedOver.delete(event.data.causeId);
      }
      if (emailKind(event) === null || (await emails.isDone(id))) return;
      await outbox.add({ id, stream, version }, before);
    },
    unfinished: outbox.unfinished,
    reportError: (error) => reportError("mail worker cannot read the event log, will retry", error),
  });
  return {
    readiness: worker.readiness,
    abandoned,
    async close() {
      await worker.close();
      outbox.close();
      await jobs.close();
      await transport.close();
    },
  };
}

interface Delivery {
  job: LogJob;
  attempt: number;
}

/** @param handedOver emails that the mail server accepted, without `LetterSent` yet: a retry appends it and does not send again */
async function deliver(
  dependencies: MailWorkerDependencies,
  delivery: Delivery,
  handedOver: Set<string>,
): Promise<void> {
  const { emails, transport } = dependencies;
  const { job } = delivery;
  const orGiveUp = (reason: AbandonReason) => (error: unknown) => giveUp(dependencies, { ...delivery, reason }, error);
  const rendered = await emails.render(job.stream, job.version).catch(orGiveUp("rendering"));
  // A forged job can only trigger a look at an email. The log, not the job, decides which event counts as sent.
  if (rendered?.event.id !== job.id) return;
  if ("pointless" in rendered) return abandon(dependencies, job, { letter: "none", reason: rendered.pointless });
  const letter = rendered.kind;
  tracepoint("email written");
  // As late as possible: another process may have sent the email while this one was suspended.
  if (await emails.isDone(job.id)) return;
  const isTested = await deliverTest(dependencies, rendered);
  if (isTested === false) return abandon(dependencies, job, { letter, reason: "the test failed" });
  if (isTested === null && !handedOver.has(job.id)) {
    const isTaken = await transport.send(rendered.email, job.id).then(() => true, orGiveUp("delivery"));
    if (!isTaken) return;
    handedOver.add(job.id);
  }
  tracepoint("email sent");
  await record(dependencies, job, { type: "LetterSent", data: { ...causeOf(job), letter } });
  handedOver.delete(job.id);
}

/** Abandons an email that has failed for a day. The link in it would no longer be valid. @throws the error if the day is not over */
async function giveUp(
  dependencies: MailWorkerDependencies,
  { job, attempt, reason }: Delivery & { reason: AbandonReason },
  error: unknown,
): Promise<null> {
  const { emails, now, reportError } = dependencies;
  const event = await emails.causeOf(job.stream, job.version);
  // The log may be behind the queue.
  if (!event) throw error;
  if (event.id !== job.id) return null;
  if (!isTimeToGiveUp({ dueAt: event.recordedAt, attempts: attempt, error }, now())) throw error;
  await abandon(dependencies, job, { letter: emailKind(event) ?? "none", reason: abandonReasons[reason] });
  reportError("email abandoned after 24 hours", error, { eventId: job.id, attempt });
  return null;
}

const causeOf = ({ id, stream, version }: LogJob) => ({ causeId: id, causeStream: stream, causeVersion: version });

const abandon = (dependencies: MailWorkerDependencies, job: LogJob, why: { letter: string; reason: string }) =>
  record(dependencies, job, { type: "LetterAbandoned", data: { ...causeOf(job), ...why } });

async function record({ commandHandler, now }: MailWorkerDependencies, job: LogJob, outcome: OutcomeEvent) {
  await commandHandler.handle({
    decider: emailOutcome,
    stream: mailStream(job.id),
    command: outcome,
    person: null,
    commandContext: systemContext("mail", now(), job.id),
  });
}
