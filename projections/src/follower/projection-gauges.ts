import { projectionNames } from "../read-models/all-projections.ts";
import type { Progress } from "./progress.ts";
import type { ProjectionStatus } from "./projection-status.ts";

/** Where gauges are registered: the metrics of the process. */
interface Gauges {
  gauge(name: string, help: string, read: () => Iterable<readonly [of: string, value: number]>): void;
}

const perProjection = (measure: (name: string) => number): [string, number][] =>
  projectionNames.map((name) => [name, measure(name)]);

export function gaugeLag(metrics: Gauges, progress: Pick<Progress, "lagSeconds">): void {
  metrics.gauge("projection_lag_seconds", "Seconds since the projection last held every event of the log", () =>
    perProjection((name) => progress.lagSeconds([name])),
  );
}

export function gaugeParkedDocuments(metrics: Gauges, status: Pick<ProjectionStatus, "parked">): void {
  metrics.gauge("projection_parked_documents", "Parked documents, to which an event could not be applied", () =>
    perProjection((name) => status.parked().filter(({ projection }) => projection === name).length),
  );
}
