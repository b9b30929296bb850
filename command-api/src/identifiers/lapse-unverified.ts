import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { lapsesProgressStream } from "@attestory/events/envelope.ts";
import { lapseSeconds } from "../accounts/registration-age.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { followBehind } from "../log-workers/follow-behind.ts";
import { type LogWorker, type LogWorkerDependencies, startLogWorker } from "../log-workers/log-worker.ts";
import { createGivingUp } from "./give-up-settlement.ts";
import { endExpired } from "./lapse-registration.ts";
import type { Settlement } from "./settlements.ts";

export interface RegistrationLapsesDependencies {
  log: Pick<EventLog, "readAll">;
  commandHandler: CommandHandler;
  keyring: Keyring;
  now: Clock;
  /** Called when something could not be ended or the log could not be followed, which are retried, and when something was given up. */
  reportError(message: string, error: unknown, abandoned?: Settlement): void;
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
  const orGiveUp = createGivingUp(dependencies, {
    worker: "lapses",
    message: "unverified registration abandoned after 24 hours",
  });
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
        await ending.catch((error) => orGiveUp({ userId, identifier: null }, { dueAt, error }));
      },
      unfinished: () => [],
      reportError: (error) => reportError("unverified registration not ended, will retry", error),
    },
  );
}
