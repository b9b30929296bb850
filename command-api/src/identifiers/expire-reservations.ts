import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { claimsProgressStream, type Position, type StreamName } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { startLogWorker } from "../log-workers/log-worker.ts";
import { isLeaseRunning } from "./reservation.ts";
import { settleReservation } from "./settle-reservation.ts";

export interface ReservationExpiryDependencies {
  log: EventLog;
  commandHandler: CommandHandler;
  keyring: Keyring;
  now: Clock;
  /** Called when a reservation could not be settled or the log could not be followed. Both are retried. */
  reportError(error: unknown): void;
  /** How often it checks for expired leases, in milliseconds. */
  everyMs?: number;
}

interface OpenReservation {
  userId: string;
  leaseUntil: Date;
  /** Where a worker that is started again finds its event. */
  before: Position;
}

/**
 * Follows the log and settles the reservations that a dead or aborted registration left behind once their leases expire, even
 * if no other registration wants the address or username. Safe to run in several processes at once.
 */
export async function startReservationExpiry(
  dependencies: ReservationExpiryDependencies,
): Promise<{ close(): Promise<void> }> {
  const { reportError, everyMs = 1000 } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const open = new Map<StreamName, OpenReservation>();

  const worker = await startLogWorker(dependencies, {
    name: "claims",
    progress: { stream: claimsProgressStream, type: "ClaimsProgressed" },
    async handle({ type, stream, data }, before) {
      if (type === "IdentifierClaimed") {
        open.set(stream, { userId: data.userId, leaseUntil: new Date(data.leaseUntil), before });
      } else if (type === "IdentifierConfirmed" || type === "IdentifierReleased") open.delete(stream);
    },
    *unfinished() {
      for (const { before } of open.values()) yield before;
    },
    reportError,
  });

  const expiring = (async () => {
    let failures = 0;
    while (!signal.aborted) {
      await pause(failures === 0 ? everyMs : backoffMs(failures + 1, { firstMs: everyMs }), signal);
      const allSettled = await settleExpired(dependencies, open, signal);
      failures = allSettled ? 0 : failures + 1;
    }
  })();

  return {
    async close() {
      stopping.abort();
      await expiring;
      await worker.close();
    },
  };
}

/** Settles all expired reservations. False if one could not be settled. */
async function settleExpired(
  dependencies: ReservationExpiryDependencies,
  open: ReadonlyMap<StreamName, OpenReservation>,
  signal: AbortSignal,
): Promise<boolean> {
  const { now, reportError } = dependencies;
  let allSettled = true;
  for (const [stream, { userId, leaseUntil }] of open) {
    if (signal.aborted) break;
    if (isLeaseRunning(leaseUntil, now())) continue;
    try {
      await settleReservation(dependencies, { stream, userId }, systemContext("claims", now()));
    } catch (error) {
      reportError(error);
      allSettled = false;
    }
  }
  return allSettled;
}
