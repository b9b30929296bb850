import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import type { Settings } from "../config.ts";
import { readSettingsOfLog } from "./read-command-settings.ts";
import { serviceAddress } from "./service-address.ts";

export interface AppendingStores extends Stores {
  /** The address that links lead to. */
  publicUrl: string;
  settings: Settings;
}

/**
 * Opens the stores of the service for a command that appends. The service may run meanwhile: the log takes events of two processes, and the
 * service reads each stream again before it decides.
 */
export async function openToAppend(environment: NodeJS.ProcessEnv): Promise<AppendingStores> {
  const settings = readSettingsOfLog(environment);
  const { dataDir, masterKeys } = settings;
  const stores = await openLocalStores({
    dataDir,
    generation: activeGeneration(dataDir),
    onFault: (error: Error) => fail(1, error.message),
    writes: true,
    masterKeys,
  });
  return { ...stores, settings, publicUrl: serviceAddress(environment, settings).publicUrl };
}
