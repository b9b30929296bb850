import { join } from "node:path";
import type { EventLog } from "./event-log.ts";
import { openSqliteEventLog } from "./sqlite/event-log.ts";

interface Opening {
  generation: number;
  /** False: to read and follow alone. */
  writes: boolean;
  /** The process must not go on as if it could write. */
  onFault: (error: Error) => void;
}

/** `url`: of an EventStoreDB, as `EVENT_LOG_URL` gives it; without one the log is a file in `dataDir`. */
export type EventLogLocation = Opening & ({ dataDir: string; url?: undefined } | { url: string });

/** The log that the configuration names. @throws TypeError for a URL of no event store */
export async function openEventLog(location: EventLogLocation): Promise<EventLog> {
  const { generation, writes, onFault } = location;
  if (location.url === undefined) {
    const file = join(location.dataDir, `events-${generation}.sqlite`);
    return openSqliteEventLog({ file, generation, writes, onFault });
  }
  // Loaded where it is used: whoever has the log in a file has neither its memory nor its time to spare.
  const { openEventStoreDbLog } = await import("./eventstoredb/event-log.ts");
  return openEventStoreDbLog({ url: location.url, generation, writes });
}
