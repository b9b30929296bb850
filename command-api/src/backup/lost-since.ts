import type { Restored } from "@attestory/event-store/backup/restore.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { hasEventAt } from "@attestory/event-store/log/replaced-log.ts";

/** What a log has beyond a backup. */
export interface Lost {
  /** Null: the backup is of another history, so nothing can be compared. */
  since: Date | null;
  events: number;
  accounts: number;
}

const registered = new Set(["UserRegistered"]);
const pageSize = 1000;

/** `newest`: the newest event of the backup. */
export async function lostSince(
  log: Pick<EventLog, "eventAt" | "scan" | "head">,
  newest: Restored["newest"],
): Promise<Lost> {
  const isSame = newest !== null && (await hasEventAt(log, newest.position, newest.id));
  const lost: Lost = { since: isSame ? newest.recordedAt : null, events: 0, accounts: 0 };
  for (let after = isSame ? newest.position : 0n; ; ) {
    const { events, checkedUpTo } = await log.scan(after, pageSize, registered);
    if (checkedUpTo === after) return lost;
    lost.accounts += events.length;
    lost.events += Number(checkedUpTo - after);
    after = checkedUpTo;
  }
}
