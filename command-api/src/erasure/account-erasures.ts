import type { Clock } from "@attestory/event-store/clock.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import {
  dueErasuresProgressStream,
  type StreamName,
  startedErasuresProgressStream,
  userStream,
} from "@attestory/events/envelope.ts";
import { graceMs } from "@attestory/events/erasure-events.ts";
import { user } from "../accounts/user.ts";
import { systemContext } from "../handling/command-context.ts";
import { isRefused } from "../handling/decider.ts";
import type { LogWorker } from "../log-workers/log-worker.ts";
import { startWorkerBehind } from "../log-workers/worker-behind.ts";
import { receiptKind } from "../mail/emails/erasure.ts";
import { eraseAccount } from "./erase-account.ts";
import { type ErasingDependencies, finishErasure } from "./finish-erasure.ts";

/** The call that starts an erasure finishes it. After this time it was interrupted, or takes long: finishing it twice at once is safe. */
const interruptedAfterMs = 10_000;

export interface AccountErasuresDependencies extends ErasingDependencies {
  now: Clock;
  /** Called when a person was not erased, which is retried, and when that has failed for a day: then the next start tries again. */
  reportError(message: string, error: unknown, abandoned?: { stream: string }): void;
  /** How often it compares the time, in milliseconds. */
  everyMs?: number;
}

/**
 * Erases accounts whose grace is over, and finishes erasures that were interrupted. Two workers follow the log at two distances. Safe to run in
 * several processes at once, and to interrupt anywhere.
 */
export async function startAccountErasures(
  dependencies: AccountErasuresDependencies,
): Promise<{ close(): Promise<void> }> {
  const workers = [
    await startAt(dependencies, {
      name: "due erasures",
      stream: dueErasuresProgressStream,
      behindMs: graceMs,
      workFor: workOfDue,
    }),
    await startAt(dependencies, {
      name: "started erasures",
      stream: startedErasuresProgressStream,
      behindMs: interruptedAfterMs,
      workFor: workOfStarted,
    }),
  ];
  return {
    async close() {
      for (const worker of workers) await worker.close();
    },
  };
}

interface Distance {
  name: string;
  stream: StreamName;
  behindMs: number;
  workFor(dependencies: AccountErasuresDependencies, event: RecordedEvent): (() => Promise<void>) | null;
}

const startAt = (
  dependencies: AccountErasuresDependencies,
  { name, stream, behindMs, workFor }: Distance,
): Promise<LogWorker> =>
  startWorkerBehind(dependencies, {
    name,
    progress: { stream, type: "ErasuresProgressed" },
    behindMs,
    workFor: (event) => workFor(dependencies, event),
    reportError: (error) => dependencies.reportError("account not erased, will retry", error),
    reportLeft: (error, { stream: of }) =>
      dependencies.reportError("account not erased for 24 hours", error, { stream: of }),
  });

function workOfDue(dependencies: AccountErasuresDependencies, { id, type, data }: RecordedEvent) {
  return type === "ErasureRequested" ? () => eraseDue(dependencies, data.userId, id) : null;
}

/** Does nothing if the request was taken back, or the owner has ended the grace. */
async function eraseDue(dependencies: AccountErasuresDependencies, userId: string, requestId: string): Promise<void> {
  const erasing = { userId, reason: "own", requestId, isEarly: false } as const;
  const outcome = await eraseAccount(dependencies, erasing, systemContext("erasures", dependencies.now()));
  if (isRefused(outcome) && outcome.refused !== "no-erasure") throw new Error(`refused: ${outcome.refused}`);
}

/** What the call that started it has not done; the account of a person who was erased in a newer log; and the receipt's key. */
function workOfStarted(dependencies: AccountErasuresDependencies, { type, data }: RecordedEvent) {
  const now = dependencies.now();
  switch (type) {
    case "ErasureStarted":
      return async () => void (await finishErasure(dependencies, data.userId, now));
    case "PersonKeyDestroyed":
      return () => eraseRestored(dependencies, data.personId, now);
    case "LetterSent":
    case "LetterAbandoned":
      return data.letter === receiptKind ? () => forgetAddress(dependencies, data, now) : null;
    default:
      return null;
  }
}

/** A backup had the account from before it was erased. Its key is destroyed already. */
async function eraseRestored(dependencies: AccountErasuresDependencies, personId: string, now: Date): Promise<void> {
  const { state } = await dependencies.commandHandler.load(user, userStream(personId));
  if (state.status !== "registered") return;
  const erasing = { userId: personId, reason: "restored" } as const;
  const outcome = await eraseAccount(dependencies, erasing, systemContext("erasures", now));
  if (isRefused(outcome)) throw new Error(`refused: ${outcome.refused}`);
}

async function forgetAddress(
  dependencies: AccountErasuresDependencies,
  { causeStream, causeVersion }: { causeStream: string; causeVersion: number },
  now: Date,
): Promise<void> {
  // The name was copied from the log, so it is a valid `StreamName`.
  const { events } = await dependencies.log.read(causeStream as StreamName, causeVersion - 1, 1);
  const [receipt] = events;
  if (receipt?.type !== "PersonErased") return;
  await destroyPersonKey({ ...dependencies, now }, receipt.data.receiptId);
}
