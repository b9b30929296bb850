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
import { gaugeLag, gaugeParkedDocuments } from "./follower/projection-gauges.ts";
import { ProjectionStatus } from "./follower/projection-status.ts";
import { openProjections } from "./open-projections.ts";

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
  const stores = await openStores({ ...settings, generation, reportError });
  const onWaiting = (error: unknown) => reportError("waiting for a server that cannot be reached", error);
  const location = { url: settings.readStore, generation, onWaiting };
  const status = new ProjectionStatus(log);
  const publisher = openProgressPublisher({
    url: settings.jobs,
    generation,
    keyring: stores.keyring,
    reportError: (error) => reportError("nobody hears at once what was folded: Redis does not answer", error),
  });
  const projections = await openProjections({ log: stores.log, sealing: stores.sealing, location }, (message) => {
    status.receive(message);
    if (message.kind === "progress") publisher.publishProgress(message.report.positions);
  });

  const readiness = createReadiness({ projections: () => status.readiness() }, log, {
    documents: () => status.parkedReason(),
  });
  const metrics = createMetrics();
  gaugeLag(metrics, status.progress);
  gaugeParkedDocuments(metrics, status);
  return {
    app: createApp({ groups: [], publicUrl: settings.publicUrl, log, readiness, metrics }),
    readiness,
    metrics,
    onFault: (report) => void projections.ended.catch(report),
    async close() {
      await projections.close();
      publisher.close();
      await stores.close();
    },
  };
}

await runService({
  configuration: readConfiguration(process.env),
  open,
  ready: () => ["Attestory's projections are followed"],
  fixable,
});
