import type { Vault } from "./vault.ts";

const askedAtOnce = 1000;

/** Those of the persons who have a key in the vault: not those who never had one, or were erased. In their order. */
export async function personsWithKey(
  vault: Pick<Vault, "personKeys">,
  personIds: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let from = 0; from < personIds.length; from += askedAtOnce) {
    const asked = personIds.slice(from, from + askedAtOnce);
    const keys = await vault.personKeys(asked);
    found.push(...asked.filter((personId) => keys.get(personId) instanceof Uint8Array));
  }
  return found;
}
