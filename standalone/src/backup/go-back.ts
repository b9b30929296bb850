import { activateGeneration, activeGeneration } from "@attestory/event-store/generations.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import type { Vault } from "@attestory/event-store/vault/vault.ts";

interface Return {
  /** Nobody else may use the folder meanwhile. */
  dataDir: string;
  generation: number;
  masterKey: Buffer;
  now: Date;
  onFault: (error: Error) => void;
}

const pageSize = 1000;

/**
 * Makes a generation that was kept the active one. Whoever was erased in the one that is active now is erased there, too. If it is
 * interrupted, it can be repeated. Returns how many persons were erased.
 */
export async function goBack({ dataDir, generation, masterKey, now, onFault }: Return): Promise<number> {
  const active = await openVault({ dataDir, generation: activeGeneration(dataDir), writes: false, onFault });
  const readMasterKey = () => masterKey;
  const kept = await openLocalStores({ dataDir, generation, readMasterKey, writes: true, onFault });
  let erased = 0;
  try {
    for await (const personId of erasedIn(active)) {
      if (!(await hasKey(kept, personId))) continue;
      await destroyPersonKey({ ...kept, now }, personId);
      erased++;
    }
  } finally {
    await kept.close();
    await active.close();
  }
  activateGeneration(dataDir, generation);
  return erased;
}

async function* erasedIn(vault: Pick<Vault, "entries">): AsyncGenerator<string> {
  for (let page = await vault.entries(null, pageSize); page.length > 0; ) {
    for (const { kind, name, key } of page) if (kind === "person" && key === "erased") yield name;
    page = await vault.entries(page.at(-1) ?? null, pageSize);
  }
}

const hasKey = async ({ backupSource }: Stores, personId: string): Promise<boolean> =>
  (await backupSource.vault.personKeys([personId])).get(personId) instanceof Uint8Array;
