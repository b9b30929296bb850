import type { FirstAdmin } from "@attestory/command-api/admin/first-admin-lines.ts";
import { openCommandApi } from "@attestory/command-api/command-api.ts";
import { gaugeAbandoned, startCommandWorkers } from "@attestory/command-api/command-workers.ts";
import { inProcessJobs } from "@attestory/command-api/log-workers/in-process-jobs.ts";
import { clockAfter, machineTime } from "@attestory/event-store/clock.ts";
import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { checkNewestPersons } from "@attestory/event-store/vault/check-newest-persons.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { watchClock } from "@attestory/event-store/watch-clock.ts";
import { errorReporter, type ReportError } from "@attestory/http/observability/error-reporter.ts";
import { metricsOfAll } from "@attestory/http/observability/metrics.ts";
import { createService } from "@attestory/http/server/create-service.ts";
import { startEmbeddedProjections } from "@attestory/projections/embedded-projections.ts";
import { gaugeLag, gaugeParkedDocuments } from "@attestory/projections/follower/projection-gauges.ts";
import { cachingReadStore } from "@attestory/projections/store/caching-read-store.ts";
import { sharesOfBuilds } from "@attestory/projections/store/going-builds.ts";
import { openBuilds, openReadStore } from "@attestory/projections/store/open-read-store.ts";
import { openQueryApi } from "@attestory/query-api/query-api.ts";
import { startThreadPool } from "@attestory/runtime/give-way.ts";
import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { openBackups } from "./backup/automatic/open-backups.ts";
import { exportThreads } from "./backup/export-in-thread.ts";
import type { Settings } from "./config.ts";
import type { EmbeddedParts } from "./embedded-parts.ts";
import { watchWrites } from "./watch-writes.ts";
import { forgetByAll, projectedToAll } from "./workers/shared-with-workers.ts";

export interface Embedded extends ReturnType<typeof createService> {
  /** The event log and its encryption, for callers that append events for which there is no route. */
  events: EventLog;
  sealing: Sealing;
  admins: FirstAdmin;
  /** Registers a listener for the unexpected death of a thread that the process cannot run without. */
  onFault(report: (error: Error) => void): void;
}

/** The whole service on SQLite in one process. The log and the vault each have a writer thread; the projections run in a third. */
export async function openEmbedded(settings: Settings, parts: EmbeddedParts): Promise<Embedded> {
  // Closes what is open if the rest cannot be opened: the process may go on with another generation.
  const opened = new AsyncDisposableStack();
  try {
    return await openAll(settings, parts, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openAll(settings: Settings, parts: EmbeddedParts, opened: AsyncDisposableStack): Promise<Embedded> {
  const { dataDir, masterKeys } = settings;
  const { log, webApp, passwordCost } = parts;
  await startThreadPool();
  const report = errorReporter(log);
  const died = Promise.withResolvers<Error>();
  const onFault = died.resolve;
  const generation = activeGeneration(dataDir);
  const stores = await openLocalStores({ dataDir, generation, masterKeys, writes: true, onFault });
  opened.defer(() => stores.close());
  const writes = watchWrites({ dataDir, head: () => stores.log.head() });
  const reportError: ReportError = (message, error, context) => {
    writes.noticed(error);
    report(message, error, context);
  };
  await checkNewestPersons({ ...stores, reportError });
  const now = parts.now ?? (await clockAfter({ log: stores.log, reportError, system: parts.systemTime }));
  const clock = watchClock({ log: stores.log, now, reportError });
  opened.defer(async () => clock.close());
  const store = cachingReadStore(await openReadStore({ dataDir, generation }));
  opened.defer(async () => store.close());
  const builds = await openBuilds({ dataDir, generation });
  opened.defer(() => builds.close());
  const { progress, status, stop } = await startEmbeddedProjections({
    dataDir,
    generation,
    masterKeys,
    buildDocuments: settings.buildDocuments,
    // All processes use one holder name: the data folder's new owner takes over at once, without waiting for old leases to expire.
    holder: "whoever has the data folder",
    log,
    onChanged: forgetByAll(store.forget, parts.workers),
    onDeath: onFault,
    thread: parts.projectionThread,
    bar: parts.buildBar,
  });
  opened.defer(() => stop());
  const rateLimiter = inProcessRateLimiter(now);
  const singleUses = { rateLimiter, since: machineTime(now) };
  const commands = await openCommandApi({
    ...stores,
    settings: settings.command,
    rateLimiter,
    singleUses,
    now,
    projected: projectedToAll(progress, parts.workers),
    reportError,
    generations: parts.generations ?? null,
    ...(passwordCost && { passwordCost }),
  });
  opened.defer(() => commands.close());
  const workers = await startCommandWorkers({
    ...stores,
    settings: settings.command,
    openJobs: inProcessJobs,
    rateLimiter,
    now,
    reportError,
  });
  opened.defer(() => workers.close());
  const backups = await openBackups({
    ...stores,
    settings: settings.backups,
    dataDir,
    generation,
    masterKeys,
    now,
    reportError,
  });
  opened.defer(() => backups.close());
  const exports = exportThreads({ dataDir, generation, masterKeys });
  opened.defer(() => exports.close());
  const queries = openQueryApi({
    ...stores,
    writeBackup: exports.write,
    backupEverySeconds: settings.backups?.everySeconds,
    publicUrl: settings.publicUrl,
    settings: settings.command,
    contactEmail: settings.contactEmail,
    invitationsPerDay: settings.command.invitationsPerDay,
    checkJobs: workers.mailFault,
    singleUses,
    rateLimiter: settings.command.rateLimits ? rateLimiter : unlimited,
    store,
    builds,
    progress,
    now,
    notices: () => service.notices(),
    reportError,
  });
  const service = createService({
    settings,
    log,
    groups: [commands, queries],
    webApp,
    checks: { projections: () => status.readiness() },
    faultChecks: {
      projections: () => status.othersReason(),
      documents: () => status.parkedReason(),
      mail: workers.mailFault,
      emails: workers.abandoned.emails.fault,
      logouts: workers.logoutFault,
      reservations: workers.abandoned.reservations.fault,
      eventLog: writes.fault,
      vault: stores.vaultFault,
      clock: clock.fault,
      backups: backups.fault,
    },
    builds: () => sharesOfBuilds(builds, Date.now()),
    async close() {
      await parts.workers?.leave();
      clock.close();
      await exports.close();
      await backups.close();
      await commands.close();
      await workers.close();
      await queries.settled();
      await stop();
      await store.close();
      await builds.close();
      await stores.close();
    },
  });
  gaugeLag(service.metrics, progress, status.names);
  gaugeParkedDocuments(service.metrics, status);
  gaugeAbandoned(service.metrics, workers);
  backups.gauge(service.metrics);
  parts.workers?.open({
    log: stores.log,
    rateLimiter,
    singleUses,
    progress,
    now,
    mailFault: workers.mailFault,
    notices: service.notices,
  });
  return {
    ...service,
    metrics: parts.workers ? metricsOfAll(service.metrics, parts.workers.measure) : service.metrics,
    admins: commands.admins,
    events: stores.log,
    sealing: stores.sealing,
    onFault: (report) => void died.promise.then(report),
  };
}
