import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readSettingsOfLog } from "./read-command-settings.ts";

/** The log and the keys of the data folder, for a command that changes nothing. The service may run meanwhile. */
export async function openStoresToRead(environment: NodeJS.ProcessEnv): Promise<Stores> {
  const { dataDir, masterKeys } = readSettingsOfLog(environment);
  return openLocalStores({
    dataDir,
    generation: activeGeneration(dataDir),
    masterKeys,
    writes: false,
    onFault: (error) => fail(1, error.message),
  });
}
