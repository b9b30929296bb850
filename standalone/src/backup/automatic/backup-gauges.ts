import type { Clock } from "@attestory/event-store/clock.ts";
import type { AutomaticBackups } from "./automatic-backups.ts";

/** Where gauges are registered: the metrics of the process. */
interface Gauges {
  gauge(name: string, help: string, read: () => Iterable<readonly [of: string, value: number]>): void;
}

type Value = [of: string, value: number];

/** A value that is not known yet is left out. */
export function gaugeBackups(metrics: Gauges, { state }: Pick<AutomaticBackups, "state">, now: Clock): void {
  const each = (measure: (of: { at: string; ms: number }) => number): Value[] => {
    const { taken, proven } = state();
    return [
      ...(taken ? [["taken", measure(taken)] as Value] : []),
      ...(proven ? [["proven", measure(proven)] as Value] : []),
    ];
  };
  metrics.gauge("backup_age_seconds", "Seconds since the newest backup was taken, and since one was proven", () =>
    each(({ at }) => (now().getTime() - Date.parse(at)) / 1000),
  );
  metrics.gauge("backup_duration_seconds", "How long the newest backup took, and the newest proof", () =>
    each(({ ms }) => ms / 1000),
  );
  metrics.gauge("backup_succeeded", "0 if the newest backup or its proof failed", () => [
    ["newest", state().failed ? 0 : 1],
  ]);
}
