import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { claimsProgressStream, type Position, type StreamName } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { startLogWorker } from "../log-workers/log-worker.ts";
import { isLeaseRunning } from "./reservation.ts";
import { settleReservation } from "./reserve-identifier.ts";

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

interface OpenClaim {
  userId: string;
  leaseUntil: Date;
  position: Position;
}

/**
 * Follows the log and settles the reservations that a dead or aborted registration left behind once their leases expire, even
 * if no other registration wants the address or username. Safe to run in several processes at once.
 */
export async function startReservationExpiry(
  dependencies: ReservationExpiryDependencies,
): Promise<{ close(): Promise<void> }> {
  const { now, reportError, everyMs = 1000 } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const open = new Map<StreamName, OpenClaim>();

  const worker = await startLogWorker(dependencies, {
    name: "claims",
    progress: { stream: claimsProgressStream, type: "ClaimsProgressed" },
    async handle({ type, stream, position, data }) {
      if (type === "IdentifierClaimed") {
        open.set(stream, { userId: data.userId, leaseUntil: new Date(data.leaseUntil), position });
      } else if (type === "IdentifierConfirmed" || type === "IdentifierReleased") open.delete(stream);
    },
    *unfinished() {
      for (const { position } of open.values()) yield position;
    },
    reportError,
  });

  /** Settles all expired reservations. False if one could not be settled. */
  const sweep = async (): Promise<boolean> => {
    let well = true;
    for (const [stream, { userId, leaseUntil }] of open) {
      if (signal.aborted) break;
      if (isLeaseRunning(leaseUntil, now())) continue;
      try {
        await settleReservation(dependencies, stream, userId, systemContext("claims", now()));
      } catch (error) {
        reportError(error);
        well = false;
      }
    }
    return well;
  };
  const sweeping = (async () => {
    let failures = 0;
    while (!signal.aborted) {
      await pause(failures === 0 ? everyMs : backoffMs(failures + 1, { firstMs: everyMs }), signal);
      failures = (await sweep()) ? 0 : failures + 1;
    }
  })();

  return {
    async close() {
      stopping.abort();
      await sweeping;
      await worker.close();
    },
  };
}
