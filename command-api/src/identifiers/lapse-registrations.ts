import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { lapsesProgressStream } from "@attestory/events/envelope.ts";
import { lapseSeconds } from "../accounts/registration-age.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { followBehind } from "../log-workers/follow-behind.ts";
import { isTimeToGiveUp } from "../log-workers/giving-up.ts";
import { type LogWorker, type LogWorkerDependencies, startLogWorker } from "../log-workers/log-worker.ts";
import { endExpired } from "./lapse-registration.ts";
import { createSettlements, type Settlement } from "./settlements.ts";

export interface RegistrationLapsesDependencies {
  log: Pick<EventLog, "readAll">;
  commandHandler: CommandHandler;
  keyring: Keyring;
  now: Clock;
  /** Called when a registration could not be ended or the log could not be followed. Both are retried. */
  reportError(error: unknown): void;
  /** Called when a registration was given up. */
  reportAbandoned(error: unknown, abandoned: Settlement): void;
  /** How often it compares the time, in milliseconds. */
  everyMs?: number;
  /** Waits before a registration that failed is tried again. Returns early when the signal aborts. */
  pause?: LogWorkerDependencies["pause"];
}

/**
 * Ends registrations that nobody verified in seven days, even if no other registration wants their address or username. Follows the log
 * seven days behind. A registration that cannot be ended keeps it from the later ones for a day; then it is given up. Safe to run in
 * several processes at once.
 */
export function startRegistrationLapses(dependencies: RegistrationLapsesDependencies): Promise<LogWorker> {
  const { log, commandHandler, now, reportError, everyMs, pause } = dependencies;
  const behind = { log, behindMs: lapseSeconds * 1000, now, ...(everyMs !== undefined && { everyMs }) };
  const orGiveUp = createGivingUp(dependencies);
  return startLogWorker(
    {
      log: { follow: (after, signal) => followBehind(behind, after, signal) },
      commandHandler,
      now,
      ...(pause && { pause }),
    },
    {
      name: "lapses",
      progress: { stream: lapsesProgressStream, type: "LapsesProgressed" },
      async handle(event) {
        if (event.type !== "UserRegistered" && event.type !== "DecoyRegistered") return;
        const { userId } = event.data;
        const ending = endExpired(dependencies, userId, systemContext("lapses", now())).then((hasEnded) => {
          if (!hasEnded) throw new Error("other writers came first");
        });
        const dueAt = new Date(event.recordedAt.getTime() + lapseSeconds * 1000);
        await ending.catch((error) => orGiveUp({ userId, dueAt }, error));
      },
      unfinished: () => [],
      reportError,
    },
  );
}

/** Gives up a registration that has failed for a day, or throws the error again. The worker tries one registration at a time. */
function createGivingUp({ commandHandler, now, reportAbandoned }: RegistrationLapsesDependencies) {
  const settlements = createSettlements(commandHandler, "lapses");
  let failing = { userId: "", attempts: 0 };
  return async ({ userId, dueAt }: { userId: string; dueAt: Date }, error: unknown): Promise<void> => {
    failing = { userId, attempts: failing.userId === userId ? failing.attempts + 1 : 1 };
    if (!isTimeToGiveUp({ dueAt, attempts: failing.attempts, error }, now())) throw error;
    await settlements.abandon({ userId, identifier: null, since: dueAt }, now());
    reportAbandoned(error, { userId, identifier: null });
  };
}
