import { join } from "node:path";
import type { EventLog } from "./event-log.ts";
import { logFile } from "./open-new-log.ts";
import { openSqliteEventLog } from "./sqlite/event-log.ts";

interface Opening {
  generation: number;
  /** False: only to read and follow. */
  writes: boolean;
  /** Called when the writer died. The process must not continue as if it could write. */
  onFault: (error: Error) => void;
}

/** `url`: the EventStoreDB address in `EVENT_LOG`. Without it the log is a file in `dataDir`. */
export type EventLogLocation = Opening & ({ dataDir: string; url?: undefined } | { url: string });

/** Opens the configured log. @throws TypeError if the URL is not an event store's */
export async function openEventLog(location: EventLogLocation): Promise<EventLog> {
  const { generation, writes, onFault } = location;
  if (location.url === undefined) {
    const file = join(location.dataDir, logFile(generation));
    return openSqliteEventLog({ file, generation, writes, onFault });
  }
  // Loaded only when needed: a log in a file should not cost its memory and load time.
  const { openEventStoreDbLog } = await import("./eventstoredb/event-log.ts");
  return openEventStoreDbLog({ url: location.url, generation, writes });
}
