import { runImportCommand } from "@attestory/command-api/backup/import-command.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { givenMasterKey } from "./given-master-key.ts";
import { openGenerations } from "./open-generations.ts";
import { readCommandSettings } from "./read-command-settings.ts";

/** `attestory import FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--without-admin]` */
export const importCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runImportCommand({
    args,
    async open() {
      const settings = readCommandSettings(environment);
      return { ...openGenerations(settings), masterKey: givenMasterKey(settings) };
    },
    fail,
  });
