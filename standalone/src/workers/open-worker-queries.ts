import type { RequestListener } from "node:http";
import { machineTime, monotonicClock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { keepForgetting } from "@attestory/event-store/vault/forget-keys.ts";
import type { ReportError } from "@attestory/http/observability/error-reporter.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import type { HttpMetrics } from "@attestory/http/observability/metrics.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import { ReportedProgress } from "@attestory/projections/follower/progress.ts";
import { type CachingReadStore, cachingReadStore } from "@attestory/projections/store/caching-read-store.ts";
import { openBuilds, openReadStore } from "@attestory/projections/store/open-read-store.ts";
import { openQueryApi } from "@attestory/query-api/query-api.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Settings } from "../config.ts";
import { isOwnRoute, ownRequests } from "./own-paths.ts";
import type { OwnerLink } from "./owner-link.ts";
import type { Generation } from "./worker-messages.ts";

interface WorkerParts {
  settings: Settings;
  log: Log;
  metrics: HttpMetrics;
  owner: OwnerLink;
  reportError: ReportError;
}

/** The query side of one generation. */
export interface WorkerQueries {
  app: RequestListener;
  /** Whether `app` answers this request. */
  owns: ReturnType<typeof ownRequests>;
  /** What the owner reports. */
  progress: ReportedProgress;
  forget: CachingReadStore["forget"];
  close(): Promise<void>;
}

const onFault = (error: Error) => {
  throw error;
};
const byOwner = () => {
  throw new Error("only the owner answers this");
};

/** Opens the files of a generation for reading. What is appended goes through the owner, and so does what is counted. */
export async function openWorkerQueries(
  { settings, log, metrics, owner, reportError }: WorkerParts,
  { generation, now: startedAt, usesSince }: Generation,
): Promise<WorkerQueries> {
  const { dataDir, masterKeys, command } = settings;
  const stores = await openLocalStores({ dataDir, generation, masterKeys, writes: false, onFault });
  const appendingLog: EventLog = { ...stores.log, append: owner.append };
  const forgetting = keepForgetting(stores.log, (error) =>
    reportError("event log cannot be followed: destroyed keys are forgotten late", error),
  );
  const store = cachingReadStore(await openReadStore({ dataDir, generation }));
  const builds = await openBuilds({ dataDir, generation });
  const progress = new ReportedProgress();
  const now = monotonicClock(undefined, undefined, startedAt);
  const queries = openQueryApi({
    ...stores,
    log: appendingLog,
    writeBackup: byOwner,
    backupEverySeconds: settings.backups?.everySeconds,
    publicUrl: settings.publicUrl,
    settings: command,
    contactEmail: settings.contactEmail,
    invitationsPerDay: command.invitationsPerDay,
    checkJobs: owner.mailFault,
    singleUses: {
      rateLimiter: owner.rateLimiter,
      since: usesSince === null ? machineTime(now) : new Date(usesSince),
    },
    rateLimiter: command.rateLimits ? owner.rateLimiter : unlimited,
    store,
    builds,
    progress,
    now,
    notices: owner.notices,
    reportError,
  });
  const routes = queries.routes.filter(isOwnRoute);
  const app = createApp({
    groups: [{ routes, authenticate: queries.authenticate }],
    host: settings.host,
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    checkAnswers: !settings.production,
    log,
    // The owner answers for all.
    readiness: createReadiness({}, log),
    metrics,
  });
  return {
    app,
    owns: ownRequests(routes),
    progress,
    forget: store.forget,
    async close() {
      progress.end();
      await queries.settled();
      await forgetting.close();
      await Promise.all([store.close(), builds.close(), stores.close()]);
    },
  };
}
