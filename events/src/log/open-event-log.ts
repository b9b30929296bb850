import { join } from "node:path";
import type { EventLog } from "./event-log.ts";
import { openSqliteEventLog } from "./sqlite-event-log.ts";

export interface EventLogLocation {
  dataDir: string;
  generation: number;
  writes: boolean;
  onFault: (error: Error) => void;
}

/** The log that the configuration names. */
export const openEventLog = ({ dataDir, generation, writes, onFault }: EventLogLocation): Promise<EventLog> =>
  openSqliteEventLog({ file: join(dataDir, `events-${generation}.sqlite`), generation, writes, onFault });
