import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { claimsProgressStream, type Position } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { type CommandContext, systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { startLogWorker } from "../log-workers/log-worker.ts";
import { releaseLapsed } from "./lapse-registration.ts";
import { isLeaseRunning, leaseSeconds } from "./reservation.ts";
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

/** What a process may have left behind when it died. */
interface OpenWork {
  /** Until then, the process is given time to finish it itself. */
  leaseUntil: Date;
  /** Where a worker that is started again finds its event. */
  before: Position;
  settle(commandContext: CommandContext): Promise<void>;
}

/**
 * Follows the log and settles the reservations that a dead or aborted registration left behind once their leases expire, even
 * if no other registration wants the address or username. Also releases what a lapsed registration still holds. Safe to run in
 * several processes at once.
 */
export async function startReservationExpiry(
  dependencies: ReservationExpiryDependencies,
): Promise<{ close(): Promise<void> }> {
  const { reportError, everyMs = 1000 } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** By the stream of the reservation, or the id of the lapsed user. */
  const open = new Map<string, OpenWork>();

  const worker = await startLogWorker(dependencies, {
    name: "claims",
    progress: { stream: claimsProgressStream, type: "ClaimsProgressed" },
    async handle({ type, stream, data, recordedAt }, before) {
      if (type === "IdentifierClaimed") {
        const { userId } = data;
        const settle = (by: CommandContext) => settleReservation(dependencies, { stream, userId }, by);
        open.set(stream, { leaseUntil: new Date(data.leaseUntil), before, settle });
      } else if (type === "RegistrationLapsed") {
        const { userId } = data;
        const settle = async (by: CommandContext) => {
          await releaseLapsed(dependencies, userId, by);
          open.delete(userId);
        };
        const leaseUntil = new Date(recordedAt.getTime() + leaseSeconds * 1000);
        open.set(userId, { leaseUntil, before, settle });
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

/** Settles all that is open and whose lease has expired. False if something could not be settled. */
async function settleExpired(
  dependencies: ReservationExpiryDependencies,
  open: ReadonlyMap<string, OpenWork>,
  signal: AbortSignal,
): Promise<boolean> {
  const { now, reportError } = dependencies;
  let allSettled = true;
  for (const { leaseUntil, settle } of open.values()) {
    if (signal.aborted) break;
    if (isLeaseRunning(leaseUntil, now())) continue;
    try {
      await settle(systemContext("claims", now()));
    } catch (error) {
      reportError(error);
      allSettled = false;
    }
  }
  return allSettled;
}
