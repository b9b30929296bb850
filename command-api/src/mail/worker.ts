import { setTimeout as wait } from "node:timers/promises";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Clock } from "@attestory/events/clock.ts";
import { mailProgressStream, mailStream, type Position } from "@attestory/events/envelope.ts";
import type { EventLog } from "@attestory/events/log/event-log.ts";
import { systemIntent } from "../intent.ts";
import type { Journal } from "../journal.ts";
import { letterOutcome, mailProgress } from "./letter-outcome.ts";
import { letterKind } from "./letters.ts";
import type { MailJob, MailJobs } from "./mail-jobs.ts";
import type { MailTransport } from "./send-mail.ts";
import type { LetterWriter } from "./write-letter.ts";

const abandonAfterMs = 24 * 3_600_000;
/** How many events may pass before the progress is worth an event of its own. */
const progressEvery = 500n;
const longestPauseMs = 60_000;

export interface MailWorkerDependencies {
  log: EventLog;
  journal: Journal;
  letters: LetterWriter;
  jobs: MailJobs;
  transport: MailTransport;
  now: Clock;
  /** Hears of every letter that could not be sent, and of a log that could not be followed. */
  onTrouble(error: unknown, context: { eventId?: string; attempt?: number }): void;
}

/** Follows the log: event, letter, job, sent, `LetterSent`. What was sent is a fact in the log, so a replay sends nothing again. */
export async function startMailWorker(dependencies: MailWorkerDependencies): Promise<{ close(): Promise<void> }> {
  const { log, journal, jobs, letters, transport, now, onTrouble } = dependencies;
  const stopping = new AbortController();
  const outstanding = new Map<string, Position>();
  let noted = (await journal.load(mailProgress, mailProgressStream)).state.position;
  let seen = noted;

  jobs.start(async (job, attempt) => {
    try {
      await deliver(dependencies, job);
      outstanding.delete(job.id);
    } catch (error) {
      onTrouble(error, { eventId: job.id, attempt });
      throw error;
    }
  });

  const take = async (event: RecordedEvent) => {
    if (letterKind(event.type) !== null && !(await letters.isDealtWith(event.id))) {
      outstanding.set(event.id, event.position);
      await jobs.add({ id: event.id, stream: event.stream, version: event.version });
    }
    seen = event.position;
  };

  const noteProgress = async () => {
    let settled = seen;
    for (const position of outstanding.values()) if (position <= settled) settled = position - 1n;
    if (settled - noted < progressEvery) return;
    noted = settled;
    const intent = systemIntent("mail", now());
    const command = { position: settled };
    await journal.handle({ decider: mailProgress, stream: mailProgressStream, command, person: null, intent });
  };

  const follow = async () => {
    for await (const events of log.follow(seen, stopping.signal)) {
      for (const event of events) await take(event);
      await noteProgress();
    }
  };
  const following = (async () => {
    for (let pauseMs = 1000; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await follow().catch((error) => onTrouble(error, {}));
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    async close() {
      stopping.abort();
      await following;
      await jobs.close();
      transport.close();
    },
  };
}

async function deliver(dependencies: MailWorkerDependencies, job: MailJob): Promise<void> {
  const { journal, letters, transport, now } = dependencies;
  if (await letters.isDealtWith(job.id)) return;
  const cause = { causeId: job.id, causeStream: job.stream, causeVersion: job.version };
  const say = async (command: Parameters<typeof letterOutcome.decide>[1]) => {
    const intent = systemIntent("mail", now(), job.id);
    await journal.handle({ decider: letterOutcome, stream: mailStream(job.id), command, person: null, intent });
  };

  const written = await letters.write(job.stream, job.version);
  if ("pointless" in written) {
    return say({ type: "LetterAbandoned", data: { ...cause, letter: "none", reason: written.pointless } });
  }
  const kind = letterKind(written.event.type) ?? "none";
  try {
    await transport.send(written.letter, job.id);
  } catch (error) {
    if (now().getTime() - written.event.recordedAt.getTime() < abandonAfterMs) throw error;
    dependencies.onTrouble(error, { eventId: job.id });
    const reason = "not taken by the mail server for 24 hours";
    return say({ type: "LetterAbandoned", data: { ...cause, letter: kind, reason } });
  }
  await say({ type: "LetterSent", data: { ...cause, letter: kind } });
}
