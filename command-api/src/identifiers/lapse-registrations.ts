import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { lapsesProgressStream } from "@attestory/events/envelope.ts";
import { lapseSeconds } from "../accounts/registration-age.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { followBehind } from "../log-workers/follow-behind.ts";
import { type LogWorker, startLogWorker } from "../log-workers/log-worker.ts";
import { lapseRegistration } from "./lapse-registration.ts";

export interface RegistrationLapsesDependencies {
  log: Pick<EventLog, "readAll">;
  commandHandler: CommandHandler;
  keyring: Keyring;
  now: Clock;
  /** Called when a registration could not be ended or the log could not be followed. Both are retried. */
  reportError(error: unknown): void;
  /** How often it compares the time, in milliseconds. */
  everyMs?: number;
}

/**
 * Ends registrations that nobody verified in seven days, even if no other registration wants their address or username. Follows the log
 * seven days behind. Safe to run in several processes at once.
 */
export function startRegistrationLapses(dependencies: RegistrationLapsesDependencies): Promise<LogWorker> {
  const { log, commandHandler, now, reportError, everyMs } = dependencies;
  const behind = { log, behindMs: lapseSeconds * 1000, now, ...(everyMs !== undefined && { everyMs }) };
  return startLogWorker(
    { log: { follow: (after, signal) => followBehind(behind, after, signal) }, commandHandler, now },
    {
      name: "lapses",
      progress: { stream: lapsesProgressStream, type: "LapsesProgressed" },
      async handle({ type, data }) {
        if (type !== "UserRegistered" && type !== "DecoyRegistered") return;
        const lapsing = { userId: data.userId, reason: "expired" } as const;
        const outcome = await lapseRegistration(dependencies, lapsing, systemContext("lapses", now()));
        if (isRefused(outcome) && outcome.refused === "conflict") throw new Error("other writers came first");
      },
      unfinished: () => [],
      reportError,
    },
  );
}
