import { runExportCommand } from "@attestory/command-api/backup/export-command.ts";
import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { masterKeyFile } from "@attestory/event-store/vault/master-key.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readSettingsOfLog } from "./read-command-settings.ts";

/** `attestory export [FILE] [--keys=separate]` */
export const exportCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runExportCommand({ args, open: () => openStores(environment), fail });

async function openStores(environment: NodeJS.ProcessEnv) {
  const { dataDir, masterKey } = readSettingsOfLog(environment);
  return openLocalStores({
    dataDir,
    generation: activeGeneration(dataDir),
    readMasterKey: () => masterKey ?? masterKeyFile(dataDir),
    writes: false,
    onFault: (error) => fail(1, error.message),
  });
}
