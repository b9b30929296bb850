import type { GenerationsParts } from "@attestory/command-api/backup/backup-command.ts";
import { localGenerations } from "@attestory/event-store/generations/local-generations.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import type { Settings } from "../config.ts";
import { takeDataFolder } from "../data-folder.ts";

export const openGenerations = (settings: Settings): GenerationsParts => ({
  generations: localGenerations({
    dataDir: settings.dataDir,
    masterKeys: settings.masterKeys,
    onFault: (error) => fail(1, error.message),
  }),
  hold: () => takeDataFolder(settings.dataDir),
});
