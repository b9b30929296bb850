import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openEventLog } from "../log/open-event-log.ts";

/** A fault of a log in a test fails the test. */
export const onFault = (error: Error): never => {
  throw error;
};

/** Opens the log in a folder. */
export const openFolderLog = (dataDir: string, { writes = true } = {}) =>
  openEventLog({ dataDir, generation: 1, writes, onFault });

/** Returns what opens a new log in a folder of its own within `folder`. */
export const newFolderLogs = (folder: string) => () => openFolderLog(mkdtempSync(join(folder, "log-")));
