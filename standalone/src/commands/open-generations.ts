import type { GenerationsParts } from "@attestory/command-api/backup/backup-command.ts";
import { localGenerations } from "@attestory/event-store/backup/local-generations.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { readConfiguration, type Settings } from "../config.ts";
import { takeDataFolder } from "../data-folder.ts";
import { givenMasterKey } from "./given-master-key.ts";

/** Ends the process if the configuration is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const configuration = readConfiguration(environment);
  return "faults" in configuration ? fail(78, configuration.faults.join("; ")) : configuration.settings;
}

export const openGenerations = (settings: Settings): GenerationsParts => ({
  generations: localGenerations({
    dataDir: settings.dataDir,
    readMasterKey: () => givenMasterKey(settings),
    onFault: (error) => fail(1, error.message),
  }),
  hold: () => takeDataFolder(settings.dataDir),
});
