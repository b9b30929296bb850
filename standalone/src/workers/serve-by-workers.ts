import type { Log } from "@attestory/http/observability/log.ts";
import type { Accepting, Service } from "@attestory/http/server/run-service.ts";
import type { Configuration } from "@attestory/http/settings/read-settings.ts";
import type { Settings } from "../config.ts";
import { WorkerPool } from "./worker-pool.ts";

export interface ServedByWorkers {
  pool: WorkerPool;
  /** Instead of accepting requests in this process. */
  listen(settings: Settings, service: Service, log: Log): Accepting;
}

/** With `WORKERS` above 1, this process owns the data, and others answer at the port. Null: this process does all. */
export function serveByWorkers(
  configuration: Configuration<Settings>,
  environment: NodeJS.ProcessEnv,
): ServedByWorkers | null {
  if ("faults" in configuration || configuration.settings.workers === 1) return null;
  const { workers: count, dataDir } = configuration.settings;
  const pool = new WorkerPool({ count, dataDir, environment });
  return {
    pool,
    listen: (_settings, { app, readiness }, log) => ({
      started: pool.start(app, log),
      drain() {
        readiness.markShuttingDown();
        return pool.drain();
      },
    }),
  };
}
