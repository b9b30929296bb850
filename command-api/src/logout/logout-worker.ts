import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { logoutsProgressStream } from "@attestory/events/envelope.ts";
import { systemContext } from "../handling/command-context.ts";
import type { LogJobs } from "../log-workers/log-jobs.ts";
import { type LogWorker, startLogWorker } from "../log-workers/log-worker.ts";
import { createOutbox } from "../log-workers/outbox.ts";
import { deliverLogout, isLogoutDone, type LogoutDeliveryDependencies, TooManyAtOnce } from "./deliver-logout.ts";
import { createFairShare } from "./fair-share.ts";
import { requestLogouts } from "./request-logouts.ts";

export interface LogoutWorkerDependencies extends Omit<LogoutDeliveryDependencies, "share" | "reported"> {
  log: EventLog;
  jobs: LogJobs;
  /** Called for every logout token that was not taken, and when the log could not be followed. */
  reportError(message: string, error: unknown, context?: { eventId: string; attempt?: number }): void;
}

/**
 * Follows the log: end of a session, `LogoutRequested` for each application that is told of it, job, logout token, `LogoutTokenSent`
 * (OpenID Connect Back-Channel Logout 1.0). Any number of processes may run a worker, as with emails.
 */
export async function startLogoutWorker(dependencies: LogoutWorkerDependencies): Promise<LogWorker> {
  const { jobs, commandHandler, now, reportError } = dependencies;
  const share = createFairShare();
  const reported = new Set<string>();
  const outbox = createOutbox(jobs, (error) => reportError("logout queue unavailable, logout tokens wait", error));
  jobs.start(async (job, attempt) => {
    try {
      await deliverLogout({ ...dependencies, share, reported }, { job, attempt });
    } catch (error) {
      if (!(error instanceof TooManyAtOnce)) {
        reportError("logout token not taken, will retry", error, { eventId: job.id, attempt });
      }
      throw error;
    }
  });
  const worker = await startLogWorker(dependencies, {
    name: "logouts",
    progress: { stream: logoutsProgressStream, type: "LogoutsProgressed" },
    async handle(event, before) {
      const userId = userWhoseSessionMayHaveEnded(event);
      if (userId !== null) await requestLogouts(commandHandler, userId, systemContext("logouts", now(), event.id));
      if (event.type === "LogoutTokenSent" || event.type === "LogoutTokenAbandoned") {
        outbox.remove(event.data.causeId);
        reported.delete(event.data.causeId);
      }
      if (event.type !== "LogoutRequested" || (await isLogoutDone(commandHandler, event.id))) return;
      const { id, stream, version } = event;
      await outbox.add({ id, stream, version }, before);
    },
    unfinished: outbox.unfinished,
    reportError: (error) => reportError("logout worker cannot read the event log, will retry", error),
  });
  return {
    readiness: worker.readiness,
    async close() {
      await worker.close();
      outbox.close();
      await jobs.close();
    },
  };
}

/**
 * Sessions end by an event of their own, or by one of their account: a new password, "sign out everywhere else", a deactivation. Every event
 * of the account is followed, so that no list of those events can be incomplete.
 */
function userWhoseSessionMayHaveEnded({ type, stream, person }: RecordedEvent): string | null {
  // Signed in to an application in a session that had ended by then.
  const isOfSession = type === "SessionEnded" || type === "ApplicationSignedIn";
  return isOfSession || stream.startsWith("user-") ? person : null;
}
