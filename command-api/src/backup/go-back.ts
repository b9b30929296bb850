import type { Generations } from "@attestory/event-store/generations/generations.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { personsWithKey } from "@attestory/event-store/vault/persons-with-key.ts";
import type { Vault } from "@attestory/event-store/vault/vault.ts";
import { recordChoice } from "./record-choice.ts";
import { renewGraces, requestedIn } from "./renew-graces.ts";

interface Return {
  generations: Generations;
  generation: number;
  now: Date;
  /** The admin who asks for it. Null: whoever runs the command line. */
  by: string | null;
}

const pageSize = 1000;

/** Makes a generation that was kept the active one. If it is interrupted, it can be repeated. Returns how many persons were erased. */
export async function goBack(request: Return): Promise<number> {
  const erased = await chooseKept(request);
  await request.generations.activate(request.generation);
  return erased;
}

/**
 * Prepares a generation that was kept to be active again: whoever was erased in the active one, which may be in use, is erased there, too.
 * Returns how many persons these are.
 */
export async function chooseKept({ generations, generation, now, by }: Return): Promise<number> {
  const { active: instead } = await generations.read();
  const active = await generations.openVault(instead);
  const kept = await generations.open(generation);
  let erased = 0;
  try {
    for await (const personIds of erasedIn(active)) {
      for (const personId of await personsWithKey(kept.backupSource.vault, personIds)) {
        await destroyPersonKey({ ...kept, now }, personId);
        erased++;
      }
    }
    await renewGraces({ ...kept, now }, await requestedIn(kept.log));
    await recordChoice(kept, { generation, instead, backupTakenAt: null, by, now });
  } finally {
    await kept.close();
    await active.close();
  }
  return erased;
}

async function* erasedIn(vault: Pick<Vault, "entries">): AsyncGenerator<string[]> {
  for (let page = await vault.entries(null, pageSize); page.length > 0; ) {
    yield page.flatMap(({ kind, name, key }) => (kind === "person" && key === "erased" ? [name] : []));
    page = await vault.entries(page.at(-1) ?? null, pageSize);
  }
}
