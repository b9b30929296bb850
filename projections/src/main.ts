import { openStores } from "@attestory/event-store/open-stores.ts";
import { openProgressPublisher } from "@attestory/event-store/progress/redis-progress.ts";
import { storeContradictions } from "@attestory/event-store/store-variables.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import { createMetrics } from "@attestory/http/observability/metrics.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import { runService, type Service } from "@attestory/http/server/run-service.ts";
import {
  readEnvironment,
  type ServerSettings,
  serverContradictions,
  serverSettings,
  serverVariables,
} from "@attestory/http/server/server-variables.ts";
import { z } from "zod";
import { type ProjectionSettings, projectionSettings, projectionVariables } from "./config.ts";
import { ProjectionStatus } from "./follower/projection-status.ts";
import { allProjections } from "./read-models/all-projections.ts";
import { runProjections } from "./run-projections.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "./store/open-read-store.ts";

/** The only generation until a backup is imported. */
const generation = 1;

/** Errors that an operator can fix. */
const fixable = new Set(["VaultLost", "WrongMasterKey", "ReadModelAhead"]);

type Settings = ServerSettings & ProjectionSettings;

function* contradictions(given: Record<string, string>) {
  yield* serverContradictions(given);
  yield* storeContradictions(given);
}

function readConfiguration(environment: NodeJS.ProcessEnv): { settings: Settings } | { faults: string[] } {
  const variables = z.object({ ...serverVariables, ...projectionVariables });
  const read = readEnvironment(environment, variables, contradictions);
  if ("faults" in read) return read;
  return { settings: { ...serverSettings(read.parsed), ...projectionSettings(read.parsed) } };
}

/** Runs every projection, each while this process holds its lease. Serves only health and metrics. */
async function open(settings: Settings, log: Log): Promise<Service> {
  const reportError = (message: string, error?: unknown) => log.warn({ err: error }, message);
  const facts = await openStores({ ...settings, generation, reportError });
  const onWaiting = (error: unknown) => reportError("server unavailable, waiting for it", error);
  const location = { url: settings.readStore, generation, onWaiting };
  const store = await openReadStoreWriter(location);
  const leases = await openLeases(location);
  const builds = await openBuilds(location);

  const status = new ProjectionStatus(log);
  const publisher = openProgressPublisher({
    ...{ url: settings.jobs, generation, keyring: facts.keyring },
    reportError: (error) => reportError("nobody hears at once what was folded: Redis does not answer", error),
  });
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const died = Promise.withResolvers<Error>();
  const running = runProjections(
    { ...facts, store, leases, builds },
    (message) => {
      if (message.kind === "ready") return ready.resolve();
      status.tell(message);
      if (message.kind === "progress") publisher.publishProgress(message.report.positions);
    },
    stop.signal,
  ).catch((error: Error) => {
    ready.reject(error);
    died.resolve(error);
  });
  await ready.promise;

  const readiness = createReadiness({ projections: () => status.readiness() }, log, {
    documents: () => status.parkedReason(),
  });
  const metrics = createMetrics();
  const perProjection = (figure: (name: string) => number) =>
    allProjections.map(({ name }): [string, number] => [name, figure(name)]);
  metrics.gauge("projection_lag_seconds", "Since everything in the log was folded", () =>
    perProjection((name) => status.progress.lagSeconds([name])),
  );
  metrics.gauge("projection_parked_documents", "Documents that an event cannot be folded into", () =>
    perProjection((name) => status.parkedOf(name).length),
  );
  return {
    app: createApp({ groups: [], publicUrl: settings.publicUrl, log, readiness, metrics }),
    ...{ readiness, metrics },
    onFault: (tell) => void died.promise.then(tell),
    async close() {
      stop.abort();
      await running;
      publisher.close();
      await Promise.all([store.close(), leases.close(), builds.close(), facts.close()]);
    },
  };
}

await runService({
  configuration: readConfiguration(process.env),
  open,
  ready: () => ["Attestory's projections are followed"],
  fixable,
});
