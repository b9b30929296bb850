import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { claimsProgressStream, type Position, type StreamName, settlementsStream } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type AbandonedWork, isTimeToGiveUp } from "../log-workers/giving-up.ts";
import { startLogWorker } from "../log-workers/log-worker.ts";
import { abandonedReservations } from "./abandoned-reservations.ts";
import { endExpired } from "./lapse-registration.ts";
import { isLeaseRunning, leaseSeconds } from "./reservation.ts";
import { settleReservation } from "./settle-reservation.ts";
import { createSettlements, type Settlement, type Settlements, settlementKey } from "./settlements.ts";

const willRetry = "expired identifier reservation not released, will retry";

export interface ReservationExpiryDependencies {
  log: EventLog;
  commandHandler: CommandHandler;
  keyring: Keyring;
  now: Clock;
  /** Called when a reservation could not be settled or the log could not be followed, which are retried, and when one was given up. */
  reportError(message: string, error: unknown, abandoned?: Settlement): void;
  /** How often it checks for expired leases, in milliseconds. */
  everyMs?: number;
}

/** What a process may have left behind when it died. */
interface OpenWork extends Settlement {
  /** Until then, the process is given time to finish it itself. */
  leaseUntil: Date;
  /** Where a worker that is started again finds its event. Null if the log lists it as abandoned. */
  before: Position | null;
  failures: number;
}

type OpenWorks = Map<string, OpenWork>;

export interface ReservationExpiry {
  abandoned: AbandonedWork;
  close(): Promise<void>;
}

/**
 * Follows the log and settles the reservations that a dead or aborted registration left behind once their leases expire, even
 * if no other registration wants the address or username. Also releases what a lapsed registration still holds, and the former addresses
 * and usernames of changes. Gives up after a day,
 * and tries again what was given up when it is started again. Safe to run in several processes at once.
 */
export async function startReservationExpiry(dependencies: ReservationExpiryDependencies): Promise<ReservationExpiry> {
  const { commandHandler, now, everyMs = 1000 } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const settlements = createSettlements(commandHandler, "claims");
  await settlements.refresh();
  const open: OpenWorks = new Map();
  for (const { since, ...settlement } of settlements.list()) {
    open.set(settlementKey(settlement), { ...settlement, leaseUntil: since, before: null, failures: 0 });
  }

  const worker = await startLogWorker(dependencies, {
    name: "claims",
    progress: { stream: claimsProgressStream, type: "ClaimsProgressed" },
    async handle(event, before) {
      if (event.stream === settlementsStream) return settlements.refresh();
      for (const left of leftBehind(event)) open.set(settlementKey(left), { ...left, before, failures: 0 });
      const settled = settledBy(event);
      if (!settled) return;
      open.delete(settlementKey(settled));
      await settlements.resolve(settled, now());
    },
    *unfinished() {
      for (const { before } of open.values()) if (before !== null) yield before;
    },
    reportError: (error) => dependencies.reportError(willRetry, error),
  });

  const expiring = (async () => {
    let failures = 0;
    while (!signal.aborted) {
      await pause(failures === 0 ? everyMs : backoffMs(failures + 1, { firstMs: everyMs }), signal);
      const allSettled = await settleExpired(dependencies, { open, settlements }, signal);
      failures = allSettled ? 0 : failures + 1;
    }
  })();

  return {
    abandoned: abandonedReservations(settlements.list),
    async close() {
      stopping.abort();
      await expiring;
      await worker.close();
    },
  };
}

/** What an event leaves to this worker unless its process goes on. Nothing for most events. */
function leftBehind(event: RecordedEvent): (Settlement & { leaseUntil: Date })[] {
  const { type, stream, data, recordedAt } = event;
  if (type === "IdentifierClaimed") {
    return [{ userId: data.userId, identifier: stream, leaseUntil: new Date(data.leaseUntil) }];
  }
  const leaseUntil = new Date(recordedAt.getTime() + leaseSeconds * 1000);
  if (type === "RegistrationLapsed") return [{ userId: data.userId, identifier: null, leaseUntil }];
  return releasedBy(event).map((identifier) => ({ ...identifier, leaseUntil }));
}

/** The former addresses and usernames that a change leaves to be released. */
function releasedBy({ type, data }: RecordedEvent): Settlement[] {
  if (type === "EmailChangeUndone") return data.released.map((stream) => settlementOf(data.userId, stream));
  if (type !== "UsernameChanged" && type !== "EmailChangeSettled") return [];
  return [settlementOf(data.userId, data.released)];
}

// The name was taken from a `StreamName`.
const settlementOf = (userId: string, stream: string): Settlement => ({ userId, identifier: stream as StreamName });

const settledBy = ({ type, stream, data }: RecordedEvent): Settlement | null =>
  type === "IdentifierConfirmed" || type === "IdentifierReleased" ? { userId: data.userId, identifier: stream } : null;

interface Works {
  open: OpenWorks;
  settlements: Settlements;
}

/** Settles all that is open and whose lease has expired. False if something could not be settled, and was not given up. */
async function settleExpired(
  dependencies: ReservationExpiryDependencies,
  { open, settlements }: Works,
  signal: AbortSignal,
): Promise<boolean> {
  const { now, reportError } = dependencies;
  let allSettled = true;
  for (const [key, work] of open) {
    if (signal.aborted) break;
    if (isLeaseRunning(work.leaseUntil, now())) continue;
    try {
      await settleOrGiveUp(dependencies, work, settlements);
      // Unless another registration has reserved it meanwhile.
      if (open.get(key) === work) open.delete(key);
    } catch (error) {
      reportError(willRetry, error);
      allSettled = false;
    }
  }
  return allSettled;
}

/** @throws if it must be tried again */
async function settleOrGiveUp(
  dependencies: ReservationExpiryDependencies,
  work: OpenWork,
  settlements: Settlements,
): Promise<void> {
  const { now, reportError } = dependencies;
  const { userId, identifier, leaseUntil } = work;
  try {
    await settle(dependencies, work);
    await settlements.resolve(work, now());
  } catch (error) {
    const attempts = ++work.failures;
    if (!isTimeToGiveUp({ dueAt: leaseUntil, attempts, error }, now())) throw error;
    await settlements.abandon({ userId, identifier, since: leaseUntil }, now());
    reportError("expired identifier reservation abandoned after 24 hours", error, { userId, identifier });
  }
}

async function settle(dependencies: ReservationExpiryDependencies, { userId, identifier }: Settlement): Promise<void> {
  const by = systemContext("claims", dependencies.now());
  const isSettled =
    identifier === null
      ? await endExpired(dependencies, userId, by)
      : await settleReservation(dependencies, { stream: identifier, userId }, by);
  if (!isSettled) throw new Error("other writers came first");
}
