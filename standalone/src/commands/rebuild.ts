import { randomUUID } from "node:crypto";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey, masterKeyFile } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { runRebuildCommand } from "@attestory/projections/rebuild/rebuild-command.ts";
import { openBuilds, openLeases } from "@attestory/projections/store/open-read-store.ts";
import { readConfiguration } from "../config.ts";

/** The only generation until a backup is imported. */
const generation = 1;

/**
 * `attestory rebuild [projection] [--roll-back]`: rebuilds every projection, or the named one, and activates the new build. The service
 * may run meanwhile and switches by itself. On a failure it exits with a line on stderr, and the old build stays active.
 */
export const rebuildCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runRebuildCommand({ args, open: () => openParts(environment), fail });

async function openParts(environment: NodeJS.ProcessEnv) {
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) return fail(78, configuration.faults.join("; "));
  const { dataDir, masterKey: key } = configuration.settings;
  const onFault = (error: Error) => fail(1, error.message);
  const log = await openEventLog({ dataDir, generation, writes: false, onFault });
  const vault = await openVault({ dataDir, writes: false, onFault });
  const sealing = createSealing(await openKeyring(vault, masterKey(key ?? masterKeyFile(dataDir)), log));
  const location = { dataDir, generation };
  const [builds, leases] = [await openBuilds(location), await openLeases(location)];
  return {
    log,
    sealing,
    builds,
    leases,
    holder: randomUUID(),
    async close() {
      await Promise.all([builds.close(), leases.close(), vault.close(), log.close()]);
    },
  };
}
