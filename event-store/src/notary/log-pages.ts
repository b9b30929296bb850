import type { Position, StoredEvent } from "@attestory/events/envelope.ts";
import type { EventLog } from "../log/event-log.ts";

/** Events in the order of the log, and where the log ends that they are of. */
export interface LogPage {
  events: readonly StoredEvent[];
  end: Position;
}

/** The log up to its head as it is at the first page. @throws DamagedEvent for an event that does not agree with its checksum */
export async function* logPages(log: Pick<EventLog, "head" | "readStored">, pageSize: number): AsyncGenerator<LogPage> {
  const end = await log.head();
  for (let after = 0n; after < end; ) {
    const page = await log.readStored(after, pageSize);
    const events = page.filter(({ position }) => position <= end);
    if (events.length === 0) throw new Error(`the log ended at position ${after}, before ${end}`);
    yield { events, end };
    after = events.at(-1)?.position ?? end;
  }
}
