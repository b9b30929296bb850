import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";

/** Opens the log and the vault of a data folder whose service does not run, for the writers that fill it. */
export async function openFolder(folder: string) {
  const onFault = (error: Error) => {
    throw error;
  };
  const [log, vault] = await Promise.all([
    openEventLog({ dataDir: folder, generation: 1, writes: true, onFault }),
    openVault({ dataDir: folder, generation: 1, writes: true, onFault }),
  ]);
  const close = async () => {
    await Promise.all([log.close(), vault.close()]);
  };
  return { log, vault, onFault, close };
}
