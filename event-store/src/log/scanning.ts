import type { Position } from "@attestory/events/envelope.ts";
import type { EventLog, Scanned } from "./event-log.ts";

/**
 * What `scan` gives of a log, one batch after the other, from after the position up to where the log ends. `limit`: of events that
 * are looked at for one batch. Throws as `scan` does.
 */
export type Scanning = (after: Position, limit: number, types: ReadonlySet<string>) => AsyncIterable<Scanned>;

/** Reads a batch when it is asked for, where it is asked for. */
export const scanning = (log: Pick<EventLog, "scan">): Scanning =>
  async function* (after, limit, types) {
    for (let from = after; ; ) {
      const scanned = await log.scan(from, limit, types);
      if (scanned.reached === from) return;
      yield scanned;
      from = scanned.reached;
    }
  };
