import { activateGeneration, activeGeneration } from "@attestory/event-store/generations.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import type { Vault } from "@attestory/event-store/vault/vault.ts";
import { recordChoice } from "./record-choice.ts";

interface Return {
  /** Nobody else may use the folder meanwhile. */
  dataDir: string;
  generation: number;
  masterKey: Buffer;
  now: Date;
  /** The admin who asks for it. Null: whoever runs the command line. */
  by: string | null;
  onFault: (error: Error) => void;
}

const pageSize = 1000;

/** Makes a generation that was kept the active one. If it is interrupted, it can be repeated. Returns how many persons were erased. */
export async function goBack(request: Return): Promise<number> {
  const erased = await chooseKept(request);
  activateGeneration(request.dataDir, request.generation);
  return erased;
}

/**
 * Prepares a generation that was kept to be active again: whoever was erased in the active one, which may be in use, is erased there, too.
 * Returns how many persons these are.
 */
export async function chooseKept({ dataDir, generation, masterKey, now, by, onFault }: Return): Promise<number> {
  const instead = activeGeneration(dataDir);
  const active = await openVault({ dataDir, generation: instead, writes: false, onFault });
  const readMasterKey = () => masterKey;
  const kept = await openLocalStores({ dataDir, generation, readMasterKey, writes: true, onFault });
  let erased = 0;
  try {
    for await (const personId of erasedIn(active)) {
      if (!(await hasKey(kept, personId))) continue;
      await destroyPersonKey({ ...kept, now }, personId);
      erased++;
    }
    await recordChoice(kept, { generation, instead, backupTakenAt: null, by, now });
  } finally {
    await kept.close();
    await active.close();
  }
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
