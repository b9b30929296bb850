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
import { lagReason } from "@attestory/projections/follower/progress.ts";
import { gaugeLag } from "@attestory/projections/follower/projection-gauges.ts";
import { watchProgress } from "@attestory/projections/follower/watch-progress.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { QuerySettings } from "./config.ts";
import { queryRoutes } from "./query-api.ts";

/** The only generation until a backup is imported. */
const generation = 1;
const builtWebApp = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** The query side in a process of its own. Any number of them read the documents that the projection processes write. */
export async function openQueryService(settings: QuerySettings, log: Log): Promise<Service> {
  const reportError = (message: string, error?: unknown) => log.warn({ err: error }, message);
  const facts = await openStores({ ...settings, generation, reportError });
  const now = await clockAfter({ log: facts.log, reportError });
  const onWaiting = (error: unknown) => reportError("server unavailable, waiting for it", error);
  const location = { url: settings.readStore, generation, onWaiting };
  const store = await openReadStore(location);
  const checkpoints = await openReadStoreWriter(location);
  const names = allProjections.map(({ name }) => name);
  const progress = watchProgress({
    ...{ log: facts.log, store: checkpoints, names, staleSeconds: settings.staleSeconds },
    reportError: (error) => reportError("how far the projections are cannot be told", error),
  });
  const listener = subscribeToProgress(
    {
      ...{ url: settings.jobs, generation, keyring: facts.keyring },
      reportError: (error) => reportError("what was folded is not heard at once: Redis does not answer", error),
    },
    progress.heard,
  );
  const queries = queryRoutes({ ...facts, store, progress, now, reportError });
  const readiness = createReadiness({ projections: () => lagReason(progress, names) }, log, {
    eventLog: () => facts.log.head().then(() => null),
  });
  const metrics = createMetrics();
  gaugeLag(metrics, progress);
  const app = createApp({
    groups: [queries],
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    checkAnswers: !settings.production,
    webApp: await webApp(builtWebApp),
    ...{ log, readiness, metrics },
  });
  return {
    ...{ app, readiness, metrics },
    async close() {
      await queries.settled();
      listener.close();
      await progress.close();
      await Promise.all([store.close(), checkpoints.close(), facts.close()]);
    },
  };
}
