import { setImmediate } from "node:timers/promises";
import type { Position } from "@attestory/events/envelope.ts";
import type { EventLog, Scanned } from "./event-log.ts";

/** So few that requests wait less than two milliseconds for a page. */
const usualPage = 100;

export interface ScanToEnd {
  after: Position;
  types: ReadonlySet<string>;
  pageSize?: number;
  signal?: AbortSignal;
}

/** All events of these types after a position, page by page, to the end of the log or the signal. Others run between the pages. */
export async function* scanToEnd(
  log: Pick<EventLog, "scan">,
  { after, types, pageSize = usualPage, signal }: ScanToEnd,
): AsyncGenerator<Scanned> {
  for (let checked = after; !signal?.aborted; await setImmediate()) {
    const scanned = await log.scan(checked, pageSize, types);
    if (scanned.checkedUpTo === checked) return;
    checked = scanned.checkedUpTo;
    yield scanned;
  }
}
