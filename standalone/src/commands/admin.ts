import { type AdminCommandName, runAdminCommand } from "@attestory/command-api/admin/run-admin-command.ts";
import { activeGeneration } from "@attestory/event-store/generations.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { masterKeyFile } from "@attestory/event-store/vault/master-key.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { leftAddress } from "../folder-address.ts";
import { readSettingsOfLog } from "./read-settings.ts";

/**
 * `attestory admin-link`, `attestory grant-admin EMAIL` and `attestory rescue EMAIL`. The service may run meanwhile: the log takes events of
 * two processes, and the service reads each stream again before it decides.
 */
export const adminCommand = (name: AdminCommandName, args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runAdminCommand({ name, args, open: () => openParts(environment), fail });

async function openParts(environment: NodeJS.ProcessEnv) {
  const { dataDir, masterKey, publicUrl } = readSettingsOfLog(environment);
  const location = {
    dataDir,
    generation: activeGeneration(dataDir),
    onFault: (error: Error) => fail(1, error.message),
  };
  const stores = await openLocalStores({
    ...location,
    writes: true,
    readMasterKey: () => masterKey ?? masterKeyFile(dataDir),
  });
  // Without a setting of its own, the address is the one that the service was started with.
  const isGiven = Boolean(environment.PUBLIC_URL || environment.PORT);
  return { ...stores, publicUrl: (isGiven ? null : leftAddress(dataDir)) ?? publicUrl };
}
