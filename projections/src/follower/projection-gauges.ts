import type { Progress } from "./progress.ts";
import type { ProjectionStatus } from "./projection-status.ts";

/** Where gauges are registered: the metrics of the process. */
interface Gauges {
  gauge(name: string, help: string, read: () => Iterable<readonly [of: string, value: number]>): void;
}

const perProjection = (names: readonly string[], measure: (name: string) => number): [string, number][] =>
  names.map((name) => [name, measure(name)]);

export function gaugeLag(metrics: Gauges, progress: Pick<Progress, "lagSeconds">, names: readonly string[]): void {
  metrics.gauge("projection_lag_seconds", "Seconds since the projection last held every event of the log", () =>
    perProjection(names, (name) => progress.lagSeconds([name])),
  );
}

export function gaugeParkedDocuments(metrics: Gauges, status: Pick<ProjectionStatus, "names" | "parked">): void {
  metrics.gauge("projection_parked_documents", "Parked documents, to which an event could not be applied", () =>
    perProjection(status.names, (name) => status.parked().filter(({ projection }) => projection === name).length),
  );
}
