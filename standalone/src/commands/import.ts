import { runImportCommand } from "@attestory/command-api/backup/import-command.ts";
import { readGivenKeys } from "@attestory/event-store/vault/master-key-file.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { givenMasterKey } from "./given-master-key.ts";
import { openGenerations } from "./open-generations.ts";
import { readCommandSettings } from "./read-command-settings.ts";

/** `attestory import FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--erased FILE] [--without-admin] [--master-key FILE]` */
export const importCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runImportCommand({
    args,
    async open() {
      const settings = readCommandSettings(environment);
      const masterKeys = givenMasterKey(settings);
      const checkpointFile = settings.command.checkpoints.file;
      return {
        ...openGenerations(settings),
        checkpointFile,
        ownKeys: () => readGivenKeys(masterKeys, settings.dataDir),
      };
    },
    fail,
  });
