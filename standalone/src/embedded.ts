import { openCommandApi } from "@attestory/command-api/command-api.ts";
import { startCommandWorkers } from "@attestory/command-api/command-workers.ts";
import { inProcessMailJobs } from "@attestory/command-api/mail/in-process-mail-jobs.ts";
import type { PasswordCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { inProcessRateLimiter } from "@attestory/command-api/rate-limits/in-process-rate-limiter.ts";
import { type Clock, clockAfter } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey, masterKeyFile } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import { createMetrics, type HttpMetrics } from "@attestory/http/observability/metrics.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness, type Readiness } from "@attestory/http/server/health.ts";
import { startEmbeddedProjections } from "@attestory/projections/embedded-projections.ts";
import { gaugeLag, gaugeParkedDocuments } from "@attestory/projections/follower/projection-gauges.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { cachingReadStore } from "@attestory/projections/store/caching-read-store.ts";
import { openReadStore } from "@attestory/projections/store/open-read-store.ts";
import { queryRoutes } from "@attestory/query-api/query-api.ts";
import type { Express, RequestHandler } from "express";
import type { Settings } from "./config.ts";

/** The projections that authentication reads. */
const authenticationReads = allProjections.map(({ name }) => name);

/** The only generation until a backup is imported. */
const generation = 1;

export interface Embedded {
  app: Express;
  readiness: Readiness;
  metrics: HttpMetrics;
  /** The event log and its encryption, for callers that append events for which there is no route. */
  events: EventLog;
  sealing: Sealing;
  /** Registers a listener for the unexpected death of a thread that the process cannot run without. */
  onFault(tell: (error: Error) => void): void;
  close(): Promise<void>;
}

export interface EmbeddedParts {
  log: Log;
  webApp?: RequestHandler;
  now?: Clock;
  /** Set by tests, which need no expensive hash. */
  passwordCost?: PasswordCost;
}

/** The whole service on SQLite in one process. The log and the vault each have a writer thread; the projections run in a third. */
export async function openEmbedded(settings: Settings, parts: EmbeddedParts): Promise<Embedded> {
  const { dataDir } = settings;
  const { log, webApp, now: given, passwordCost } = parts;
  const reportError = (message: string, error?: unknown, context?: object) =>
    log.error({ ...(error !== undefined && { err: error }), ...context }, message);
  const faults = faultListeners();
  const onFault = faults.tell;
  const key = settings.masterKey ?? masterKeyFile(dataDir);
  const [events, vault] = await Promise.all([
    openEventLog({ dataDir, generation, writes: true, onFault }),
    openVault({ dataDir, writes: true, onFault }),
  ]);
  const now = given ?? (await clockAfter({ log: events, reportError }));
  const keyring = await openKeyring(vault, masterKey(key), events).catch(async (error) => {
    // Close the vault, so that no write-ahead log is left: SQLite would apply it to a vault restored from a backup.
    await vault.close();
    throw error;
  });
  const sealing = createSealing(keyring);
  const store = cachingReadStore(await openReadStore({ dataDir, generation }));
  const projections = await startEmbeddedProjections({
    dataDir,
    generation,
    masterKey: key,
    // All processes use one holder name: the data folder's new owner takes over at once, without waiting for old leases to expire.
    holder: "whoever has the data folder",
    log,
    onChanged: store.forget,
    onDeath: onFault,
  });
  const { progress, status } = projections;
  const commands = await openCommandApi({
    settings: settings.command,
    log: events,
    sealing,
    keyring,
    rateLimiter: inProcessRateLimiter(now),
    now,
    projected: (position, ms) => progress.waitForPosition(authenticationReads, position, ms),
    reportError,
    ...(passwordCost && { passwordCost }),
  });
  const workers = await startCommandWorkers({
    settings: settings.command,
    log: events,
    sealing,
    keyring,
    now,
    reportError,
    jobs: inProcessMailJobs(),
  });
  const queries = queryRoutes({ log: events, sealing, keyring, store, progress, now, reportError });
  const readiness = createReadiness({ projections: () => status.readiness() }, log, {
    documents: () => status.parkedReason(),
    mail: workers.mailFault,
  });
  const metrics = createMetrics();
  gaugeLag(metrics, progress);
  gaugeParkedDocuments(metrics, status);
  const app = createApp({
    groups: [commands, queries],
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    checkAnswers: !settings.production,
    log,
    readiness,
    metrics,
    ...(webApp && { webApp }),
  });
  return {
    app,
    readiness,
    metrics,
    events,
    sealing,
    onFault: faults.listen,
    async close() {
      await commands.close();
      await workers.close();
      await queries.settled();
      await projections.stop();
      await store.close();
      await events.close();
      await vault.close();
    },
  };
}

/** A fault reported before there is a listener is passed to the listener when it is registered. */
function faultListeners() {
  let first: Error | null = null;
  let listener: ((error: Error) => void) | null = null;
  return {
    tell: (error: Error) => {
      first ??= error;
      listener?.(error);
    },
    listen: (tell: (error: Error) => void) => {
      listener = tell;
      if (first) tell(first);
    },
  };
}
