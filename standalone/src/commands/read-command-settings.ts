import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { logFile } from "@attestory/event-store/log/open-new-log.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readConfiguration, type Settings } from "../config.ts";
import { OtherOwner, requireOwnFolder } from "../folder-owner.ts";

/** The settings of a command that works in the data folder. Ends the process if they are wrong, or the folder is another user's. */
export function readCommandSettings(environment: NodeJS.ProcessEnv): Settings {
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) return fail(78, configuration.faults.join("; "));
  const { settings, warnings } = configuration;
  for (const line of warnings) process.stderr.write(`attestory: warning: ${line}\n`);
  try {
    requireOwnFolder(settings.dataDir);
  } catch (error) {
    // As sysexits.h has it for a lack of permission.
    if (error instanceof OtherOwner) return fail(77, error.message);
    throw error;
  }
  return settings;
}

/** The same for a command that reads or appends to a log that has to be there: elsewhere than at the service's folder, it would find none. */
export function readSettingsOfLog(environment: NodeJS.ProcessEnv): Settings {
  const settings = readCommandSettings(environment);
  const { dataDir } = settings;
  const file = join(dataDir, logFile(activeGeneration(dataDir)));
  if (existsSync(file)) return settings;
  return fail(1, `there is no event log in DATA_DIR ${resolve(dataDir)}: set DATA_DIR to the folder of the service`);
}
