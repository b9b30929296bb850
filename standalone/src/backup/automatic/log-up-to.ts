import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";

/** What of a log is compared and folded. */
export type ReadableLog = Pick<EventLog, "readStored" | "scan" | "head">;

/** The log as it was when its newest event was that at `end`. */
export const logUpTo = (log: Pick<EventLog, "readStored" | "scan">, end: Position): ReadableLog => ({
  head: async () => end,
  readStored: async (after, limit) => (await log.readStored(after, limit)).filter(({ position }) => position <= end),
  async scan(after, limit, types) {
    const found = await log.scan(after, limit, types);
    if (found.checkedUpTo <= end) return found;
    return { events: found.events.filter(({ position }) => position <= end), checkedUpTo: end, lastId: null };
  },
});
