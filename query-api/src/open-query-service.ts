import { fileURLToPath } from "node:url";
import { writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import { clockAfter } from "@attestory/event-store/clock.ts";
import { endWhenReplaced } from "@attestory/event-store/log/replaced-log.ts";
import { openStores, waitingReporter } from "@attestory/event-store/open-stores.ts";
import { subscribeToProgress } from "@attestory/event-store/progress/redis-progress.ts";
import { checkNewestPersons } from "@attestory/event-store/vault/check-newest-persons.ts";
import { keepForgetting } from "@attestory/event-store/vault/forget-keys.ts";
import { watchClock } from "@attestory/event-store/watch-clock.ts";
import { errorReporter } from "@attestory/http/observability/error-reporter.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import { createService } from "@attestory/http/server/create-service.ts";
import type { Service } from "@attestory/http/server/run-service.ts";
import { webApp } from "@attestory/http/server/web-app.ts";
import { lagReason, lagReasonOf, reasonsOf } from "@attestory/projections/follower/progress.ts";
import { gaugeLag } from "@attestory/projections/follower/projection-gauges.ts";
import { assertSameLog } from "@attestory/projections/follower/same-log.ts";
import { watchProgress } from "@attestory/projections/follower/watch-progress.ts";
import {
  authenticationNames,
  otherNames,
  projectionNames,
} from "@attestory/projections/read-models/all-projections.ts";
import { sharesOfBuilds } from "@attestory/projections/store/going-builds.ts";
import { openBuilds, openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { openRedis } from "@attestory/runtime/open-redis.ts";
import { openRateLimiter } from "@attestory/runtime/rate-limits/open-rate-limiter.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { QuerySettings } from "./config.ts";
import { openQueryApi } from "./query-api.ts";

const builtWebApp = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** The query side in a process of its own. Any number of them read the documents that the projection processes write. */
export async function openQueryService(settings: QuerySettings, log: Log): Promise<Service> {
  const reportError = errorReporter(log, "warn");
  const stores = await openStores({ ...settings, reportError });
  const { generation } = stores.log;
  await checkNewestPersons({ ...stores, reportError });
  const now = await clockAfter({ log: stores.log, reportError });
  const clock = watchClock({ log: stores.log, now, reportError });
  const location = { url: settings.readStore, generation, onWaiting: waitingReporter(reportError) };
  const store = await openReadStore(location);
  const checkpoints = await openReadStoreWriter(location);
  const builds = await openBuilds(location);
  const compare = () => assertSameLog(stores.log, checkpoints);
  await compare();
  const watching = endWhenReplaced(compare, stores.requireActive);
  const progress = watchProgress({
    log: stores.log,
    store: checkpoints,
    names: projectionNames,
    staleSeconds: settings.staleSeconds,
    reportError: (error) => reportError("projection progress cannot be read, will retry", error),
  });
  const subscription = subscribeToProgress(
    {
      url: settings.jobs,
      generation,
      keyring: stores.keyring,
      reportError: (error) => reportError("Redis unavailable: polling projection progress every 250 ms", error),
    },
    progress.onNotification,
  );
  const forgetting = keepForgetting(stores.log, (error) =>
    reportError("event log cannot be followed: destroyed keys are forgotten late", error),
  );
  const digest = (key: string) => stores.keyring.hmac("link key", "budget", key);
  const limits = await openRateLimiter({ jobs: settings.jobs, now, digest, reportError });
  const jobs = openRedis({ url: settings.jobs, whileUnavailable: "fail", reportError() {} });
  const queries = openQueryApi({
    ...stores,
    writeBackup: (options) => writeBackup(stores.backupSource, options),
    publicUrl: settings.publicUrl,
    settings: settings.secrets,
    contactEmail: settings.contactEmail,
    invitationsPerDay: settings.invitationsPerDay,
    checkJobs: () => jobs.ping().then(() => null),
    singleUses: { rateLimiter: limits.rateLimiter, since: null },
    rateLimiter: settings.rateLimits ? limits.rateLimiter : unlimited,
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
    groups: [queries],
    webApp: await webApp(builtWebApp),
    checks: { projections: () => lagReason(progress, authenticationNames) },
    faultChecks: {
      projections: () => reasonsOf(otherNames, (name) => lagReasonOf(progress, name)),
      eventLog: () => stores.log.head().then(() => null),
      vault: stores.vaultFault,
      clock: clock.fault,
    },
    builds: () => sharesOfBuilds(builds, Date.now()),
    async close() {
      clock.close();
      await watching.close();
      await forgetting.close();
      await queries.settled();
      subscription.close();
      await progress.close();
      await limits.close();
      jobs.disconnect();
      await Promise.all([store.close(), checkpoints.close(), builds.close(), stores.close()]);
    },
  });
  gaugeLag(service.metrics, progress, projectionNames);
  return { ...service, onFault: watching.onFault };
}
