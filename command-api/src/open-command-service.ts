import { fileURLToPath } from "node:url";
import { clockAfter } from "@attestory/event-store/clock.ts";
import { endWhenReplaced, sameLogCheck } from "@attestory/event-store/log/replaced-log.ts";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { subscribeToProgress } from "@attestory/event-store/progress/redis-progress.ts";
import { checkNewestPersons } from "@attestory/event-store/vault/check-newest-persons.ts";
import { keepForgetting } from "@attestory/event-store/vault/forget-keys.ts";
import { watchClock } from "@attestory/event-store/watch-clock.ts";
import { errorReporter } from "@attestory/http/observability/error-reporter.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import { createService } from "@attestory/http/server/create-service.ts";
import type { Service } from "@attestory/http/server/run-service.ts";
import { webApp } from "@attestory/http/server/web-app.ts";
import { openRateLimiter } from "@attestory/runtime/rate-limits/open-rate-limiter.ts";
import type { FirstAdmin } from "./admin/first-admin-lines.ts";
import { openCommandApi } from "./command-api.ts";
import { gaugeAbandoned, startCommandWorkers } from "./command-workers.ts";
import { openJobs } from "./log-workers/open-jobs.ts";
import type { PasswordCost } from "./passwords/password-hasher.ts";
import type { ServiceSettings } from "./service-config.ts";

const builtWebApp = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** A readiness check that only succeeds or fails: the reason of a failure goes to the log alone. */
const answers = (asked: Promise<unknown>): Promise<null> => asked.then(() => null);

/** Opens the command side as its own process. Any number of such processes may append to one log. */
export async function openCommandService(
  settings: ServiceSettings,
  log: Log,
  /** Set by tests, which need no strong hashes. */
  passwordCost?: PasswordCost,
): Promise<Service & { admins: FirstAdmin }> {
  const reportError = errorReporter(log);
  const stores = await openStores({ ...settings, reportError });
  await checkNewestPersons({ ...stores, reportError });
  const now = await clockAfter({ log: stores.log, reportError });
  const clock = watchClock({ log: stores.log, now, reportError });
  const digest = (key: string) => stores.keyring.hmac("link key", "budget", key);
  const limits = await openRateLimiter({ jobs: settings.jobs, now, digest, reportError });
  const progress = subscribeToProgress({
    url: settings.jobs,
    generation: stores.log.generation,
    keyring: stores.keyring,
    reportError: (error) => reportError("Redis unavailable: projection progress is not received", error),
  });
  // The command handler keeps the state of streams in memory, which another log would contradict.
  const watching = endWhenReplaced(sameLogCheck(stores.log), stores.requireActive);
  const forgetting = keepForgetting(stores.log, (error) =>
    reportError("event log cannot be followed: destroyed keys are forgotten late", error),
  );
  const commands = await openCommandApi({
    ...stores,
    settings: settings.command,
    rateLimiter: limits.rateLimiter,
    singleUses: { rateLimiter: limits.rateLimiter, since: null },
    now,
    projected: progress.waitForPosition,
    reportError,
    ...(passwordCost && { passwordCost }),
  });
  const service = createService({
    settings,
    log,
    groups: [commands],
    webApp: await webApp(builtWebApp),
    checks: { eventLog: () => answers(stores.log.head()) },
    faultChecks: { vault: stores.vaultFault, clock: clock.fault },
    async close() {
      clock.close();
      await watching.close();
      await forgetting.close();
      await commands.close();
      progress.close();
      await limits.close();
      await stores.close();
    },
  });
  return { ...service, admins: commands.admins, onFault: watching.onFault };
}

/** Opens the log workers for emails and abandoned reservations as their own process, which serves no API routes, only its health. */
export async function openMailService(settings: ServiceSettings, log: Log): Promise<Service> {
  const reportError = errorReporter(log);
  const stores = await openStores({ ...settings, reportError });
  const watching = endWhenReplaced(sameLogCheck(stores.log), stores.requireActive);
  const now = await clockAfter({ log: stores.log, reportError });
  const clock = watchClock({ log: stores.log, now, reportError });
  const digest = (key: string) => stores.keyring.hmac("link key", "budget", key);
  const limits = await openRateLimiter({ jobs: settings.jobs, now, digest, reportError });
  const workers = await startCommandWorkers({
    ...stores,
    settings: settings.command,
    openJobs: (queue) => openJobs({ queue, jobs: settings.jobs, generation: stores.log.generation, reportError }),
    rateLimiter: limits.rateLimiter,
    now,
    reportError,
  });
  const service = createService({
    settings,
    log,
    checks: { eventLog: () => answers(stores.log.head()), mail: workers.mailFault },
    faultChecks: {
      queue: workers.queueFault,
      emails: workers.abandoned.emails.fault,
      logouts: workers.logoutFault,
      reservations: workers.abandoned.reservations.fault,
      clock: clock.fault,
    },
    async close() {
      clock.close();
      await watching.close();
      await workers.close();
      await limits.close();
      await stores.close();
    },
  });
  gaugeAbandoned(service.metrics, workers);
  return { ...service, onFault: watching.onFault };
}
