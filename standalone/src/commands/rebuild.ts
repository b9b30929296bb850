import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { openRebuildParts } from "@attestory/projections/rebuild/command/open-rebuild-parts.ts";
import { runRebuildCommand } from "@attestory/projections/rebuild/command/rebuild-command.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readSettingsOfLog } from "./read-command-settings.ts";

/**
 * `attestory rebuild [projection] [--roll-back]`: rebuilds every projection, or the named one, and activates the new build. The service
 * may run meanwhile and switches by itself. On a failure it exits with a line on stderr, and the old build stays active.
 */
export const rebuildCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runRebuildCommand({ args, open: () => openParts(environment), fail });

async function openParts(environment: NodeJS.ProcessEnv) {
  const { dataDir, masterKeys, buildDocuments } = readSettingsOfLog(environment);
  const location = { dataDir, generation: activeGeneration(dataDir) };
  const stores = await openLocalStores({
    ...location,
    masterKeys,
    writes: false,
    onFault: (error) => fail(1, error.message),
  });
  return openRebuildParts(stores, location, buildDocuments);
}
