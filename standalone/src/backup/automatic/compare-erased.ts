import type { Vault } from "@attestory/event-store/vault/vault.ts";
import { ProofFault } from "./failure-reason.ts";

const pageSize = 1000;

/**
 * Checks that whoever is erased in the backup is erased. The import's checks do not show it: to them, what belongs to an erased person
 * need not be readable. @throws ProofFault
 */
export async function compareErased(own: Pick<Vault, "personKeys">, restored: Pick<Vault, "entries">): Promise<void> {
  for (let page = await restored.entries(null, pageSize); page.length > 0; ) {
    const erased = page.filter(({ kind, key }) => kind === "person" && key === "erased").map(({ name }) => name);
    for (const key of (await own.personKeys(erased)).values()) {
      if (key !== "erased") throw new ProofFault("the backup lacks the key of a person who is not erased");
    }
    page = await restored.entries(page.at(-1) ?? null, pageSize);
  }
}
