import { fileURLToPath } from "node:url";
import { clockAfter } from "@attestory/event-store/clock.ts";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { subscribeToProgress } from "@attestory/event-store/progress/redis-progress.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import { createMetrics } from "@attestory/http/observability/metrics.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import type { Service } from "@attestory/http/server/run-service.ts";
import { webApp } from "@attestory/http/server/web-app.ts";
import { openCommandApi } from "./command-api.ts";
import { startCommandWorkers } from "./command-workers.ts";
import { openMailJobs } from "./mail/open-mail-jobs.ts";
import type { PasswordCost } from "./passwords/password-hasher.ts";
import { openRateLimiter } from "./rate-limits/open-rate-limiter.ts";
import type { ServiceSettings } from "./service-config.ts";

/** The log's generation: the only one until a backup is imported. */
const generation = 1;
const builtWebApp = fileURLToPath(new URL("../../web/dist", import.meta.url));

const troubleOf = (log: Log) => (message: string, error?: unknown, context?: object) =>
  log.error({ ...(error !== undefined && { err: error }), ...context }, message);

/** A readiness check that only succeeds or fails: the reason of a failure goes to the log alone. */
const answers = (asked: Promise<unknown>): Promise<null> => asked.then(() => null);

/** Opens the command side as its own process. Any number of such processes may append to one log. */
export async function openCommandService(
  settings: ServiceSettings,
  log: Log,
  /** Set by tests, which need no strong hashes. */
  passwordCost?: PasswordCost,
): Promise<Service> {
  const reportError = troubleOf(log);
  const facts = await openStores({ ...settings, generation, reportError });
  const now = await clockAfter({ log: facts.log, reportError });
  const digest = (key: string) => facts.keyring.hmac("link key", "budget", key);
  const limits = await openRateLimiter({ jobs: settings.jobs, now, digest, reportError });
  const progress = subscribeToProgress({
    url: settings.jobs,
    generation,
    keyring: facts.keyring,
    reportError: (error) => reportError("what was folded is not heard: Redis does not answer", error),
  });
  const commands = await openCommandApi({
    ...{ ...facts, settings: settings.command, rateLimiter: limits.rateLimiter, now, reportError },
    projected: progress.waitForPosition,
    ...(passwordCost && { passwordCost }),
  });
  const readiness = createReadiness({ eventLog: () => answers(facts.log.head()) }, log, {
    vault: () => answers(facts.askVault()),
  });
  const metrics = createMetrics();
  const app = createApp({
    groups: [commands],
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    checkAnswers: !settings.production,
    webApp: await webApp(builtWebApp),
    ...{ log, readiness, metrics },
  });
  return {
    ...{ app, readiness, metrics },
    async close() {
      await commands.close();
      progress.close();
      await limits.close();
      await facts.close();
    },
  };
}

/** Opens the log workers for emails and abandoned reservations as their own process, which serves no API routes, only its health. */
export async function openMailService(settings: ServiceSettings, log: Log): Promise<Service> {
  const reportError = troubleOf(log);
  const facts = await openStores({ ...settings, generation, reportError });
  const workers = await startCommandWorkers({
    ...{ ...facts, settings: settings.command, now: await clockAfter({ log: facts.log, reportError }), reportError },
    jobs: openMailJobs({ jobs: settings.jobs, reportError }),
  });
  const eventLog = () => answers(facts.log.head());
  const readiness = createReadiness({ eventLog, mail: workers.mailFault }, log, { queue: workers.queueFault });
  const metrics = createMetrics();
  return {
    app: createApp({ groups: [], publicUrl: settings.publicUrl, log, readiness, metrics }),
    ...{ readiness, metrics },
    async close() {
      await workers.close();
      await facts.close();
    },
  };
}
