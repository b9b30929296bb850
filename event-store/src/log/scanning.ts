import type { Position } from "@attestory/events/envelope.ts";
import type { EventLog, Scanned } from "./event-log.ts";

/**
 * Yields the results of `scan`, batch by batch, from after the position to the end of the log. `limit`: how many events are checked
 * for one batch. Throws as `scan` does.
 */
export type Scanning = (after: Position, limit: number, types: ReadonlySet<string>) => AsyncIterable<Scanned>;

/** Reads each batch on demand, in the caller's thread. */
export const scanning = (log: Pick<EventLog, "scan">): Scanning =>
  async function* (after, limit, types) {
    for (let from = after; ; ) {
      const scanned = await log.scan(from, limit, types);
      if (scanned.reached === from) return;
      yield scanned;
      from = scanned.reached;
    }
  };
