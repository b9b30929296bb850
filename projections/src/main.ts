import { endWhenReplaced } from "@attestory/event-store/log/replaced-log.ts";
import { fixableStoreErrors, openStores, waitingReporter } from "@attestory/event-store/open-stores.ts";
import { openProgressPublisher } from "@attestory/event-store/progress/redis-progress.ts";
import { storeContradictions } from "@attestory/event-store/store-variables.ts";
import { errorReporter } from "@attestory/http/observability/error-reporter.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import { createService } from "@attestory/http/server/create-service.ts";
import { runService, type Service } from "@attestory/http/server/run-service.ts";
import { readSettings } from "@attestory/http/settings/read-settings.ts";
import { type ServerSettings, serverVariables } from "@attestory/http/settings/server-variables.ts";
import { z } from "zod";
import { type ProjectionSettings, projectionSettings, projectionVariables } from "./config.ts";
import { openBuildBar } from "./follower/build-bar.ts";
import { publishedPositions } from "./follower/progress.ts";
import { gaugeLag, gaugeParkedDocuments } from "./follower/projection-gauges.ts";
import { ProjectionStatus } from "./follower/projection-status.ts";
import { openProjections } from "./open-projections.ts";
import { allProjections } from "./read-models/all-projections.ts";

/** Runs every projection, each while this process holds its lease. Serves only health and metrics. */
async function open(settings: ServerSettings & ProjectionSettings, log: Log): Promise<Service> {
  const reportError = errorReporter(log, "warn");
  const stores = await openStores({ ...settings, reportError });
  const { generation } = stores.log;
  const { buildDocuments } = settings;
  const watching = endWhenReplaced(stores.requireActive);
  const location = { url: settings.readStore, generation, onWaiting: waitingReporter(reportError) };
  const status = new ProjectionStatus(log, allProjections, openBuildBar());
  const publisher = openProgressPublisher({
    url: settings.jobs,
    generation,
    keyring: stores.keyring,
    reportError: (error) => reportError("Redis unavailable: projection progress is not published", error),
  });
  const projections = await openProjections(
    { log: stores.log, sealing: stores.sealing, location, buildDocuments },
    (message) => {
      status.receive(message);
      if (message.kind === "progress") publisher.publishProgress(publishedPositions(message.report));
    },
  );
  const service = createService({
    settings,
    log,
    checks: { projections: () => status.readiness() },
    faultChecks: { projections: () => status.othersReason(), documents: () => status.parkedReason() },
    builds: () => status.buildShares(),
    async close() {
      await watching.close();
      await projections.close();
      publisher.close();
      await stores.close();
    },
  });
  gaugeLag(service.metrics, status.progress, status.names);
  gaugeParkedDocuments(service.metrics, status);
  const onFault = (report: (error: Error) => void) => {
    watching.onFault(report);
    projections.ended.catch(report);
  };
  return { ...service, onFault };
}

await runService({
  configuration: readSettings(process.env, {
    schema: z.object({ ...serverVariables, ...projectionVariables }),
    contradictions: [storeContradictions],
    ownSettings: (parsed) => projectionSettings(parsed),
  }),
  open,
  ready: () => ["Attestory's projections are running"],
  fixable: new Set([...fixableStoreErrors, "LogReplaced"]),
});
