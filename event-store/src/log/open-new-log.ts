import { join } from "node:path";
import type { NewLog } from "./new-log.ts";
import { NewSqliteLog } from "./sqlite/new-log.ts";

/** Its file in the data folder. */
export const logFile = (generation: number): string => `events-${generation}.sqlite`;

/** Creates the log of a generation in a folder that has none of this generation. */
export const openNewLog = ({ dataDir, generation }: { dataDir: string; generation: number }): NewLog =>
  new NewSqliteLog(join(dataDir, logFile(generation)));
