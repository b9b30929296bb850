import type { Restored } from "@attestory/event-store/backup/restore.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position, StoredEvent } from "@attestory/events/envelope.ts";

/** What a log has beyond a backup. */
export interface Lost {
  /** Null: the backup is of another history, so nothing can be compared. */
  since: Date | null;
  events: number;
  accounts: number;
  applications: number;
  /** What persons have allowed to applications, each time. */
  consents: number;
}

const counted = [
  ["accounts", "UserRegistered"],
  ["applications", "ApplicationRegistered"],
  ["consents", "ConsentGranted"],
] as const;

const pageSize = 1000;

/** `newest`: the newest event of the backup. */
export async function lostSince(log: Pick<EventLog, "read" | "readStored">, newest: Restored["newest"]): Promise<Lost> {
  const known = newest && (await positionOf(log, newest));
  const since = newest && known !== null ? new Date(newest.recordedAt) : null;
  const lost: Lost = { since, events: 0, accounts: 0, applications: 0, consents: 0 };
  for (let after = known ?? 0n; ; ) {
    const page = await log.readStored(after, pageSize);
    const last = page.at(-1);
    if (!last) return lost;
    lost.events += page.length;
    for (const [what, made] of counted) lost[what] += page.filter(({ type }) => type === made).length;
    after = last.position;
  }
}

/** The position of the event in this log, which may be another one than in the log that was copied; null if the log does not have it. */
async function positionOf(log: Pick<EventLog, "read">, { id, stream, version }: StoredEvent): Promise<Position | null> {
  const [event] = (await log.read(stream, version - 1, 1)).events;
  return event?.id === id ? event.position : null;
}
