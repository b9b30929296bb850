import { type AdminCommandName, runAdminCommand } from "@attestory/command-api/admin/run-admin-command.ts";
import { activeGeneration } from "@attestory/event-store/generations.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { masterKeyFile } from "@attestory/event-store/vault/master-key.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { readConfiguration } from "../config.ts";

/**
 * `attestory admin-link`, `attestory grant-admin EMAIL` and `attestory rescue EMAIL`. The service may run meanwhile: the log takes events of
 * two processes, and the service reads each stream again before it decides.
 */
export const adminCommand = (name: AdminCommandName, args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runAdminCommand({ name, args, open: () => openParts(environment), fail });

async function openParts(environment: NodeJS.ProcessEnv) {
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) return fail(78, configuration.faults.join("; "));
  const { dataDir, masterKey, publicUrl } = configuration.settings;
  const location = {
    dataDir,
    generation: activeGeneration(dataDir),
    onFault: (error: Error) => fail(1, error.message),
  };
  // Opened to read first: a wrong DATA_DIR must fail, and not get a new log.
  await (await openEventLog({ ...location, writes: false })).close();
  const stores = await openLocalStores({
    ...location,
    writes: true,
    readMasterKey: () => masterKey ?? masterKeyFile(dataDir),
  });
  return { ...stores, publicUrl };
}
