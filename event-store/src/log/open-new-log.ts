import { join } from "node:path";
import type { StoredEvent } from "@attestory/events/envelope.ts";
import { NewSqliteLog } from "./sqlite/new-log.ts";

/**
 * A log that is written whole before anyone reads it. It is worthless until it is finished: what is interrupted before that is removed
 * by whoever began it.
 */
export interface NewLog {
  /** Adds the event at the next position, and returns that; or the newest version of its stream if the event does not follow it. */
  add(event: StoredEvent): { position: bigint } | { newest: number };
  /** Returns once every event is on the disk. */
  finish(): Promise<void>;
  /** Closes it, finished or not. */
  abandon(): void;
}

/** Its file in the data folder. */
export const logFile = (generation: number): string => `events-${generation}.sqlite`;

/** Creates the log of a generation in a folder that has none of this generation. */
export const openNewLog = ({ dataDir, generation }: { dataDir: string; generation: number }): NewLog =>
  new NewSqliteLog(join(dataDir, logFile(generation)));
