import { type MasterKey, markOf, wrapName } from "./master-key.ts";
import type { Replacement, Vault, VaultEntry } from "./vault.ts";

/** The secret that says which master key wraps: a rotation begins with it, and every process wraps new keys as it is wrapped. */
const first = "link key";

/** The mark of the master key that new keys are wrapped with; null in a vault without secrets. */
export async function wrappingMark(vault: Pick<Vault, "secret">): Promise<string | null> {
  const wrapped = await vault.secret(first);
  return wrapped && markOf(wrapped);
}

/** Another rotation goes to another master key. */
export class RotationConflict extends Error {
  override name = "RotationConflict";
}

export interface Rewrapping {
  vault: Pick<Vault, "place" | "secret" | "entries" | "replaceKeys" | "compact">;
  masterKey: MasterKey;
  /** How many keys of this pass were read. */
  onProgress?: (keys: number) => void;
  /** How many keys are replaced at once. */
  pageSize?: number;
}

/**
 * Wraps every key of the vault with the newest master key while others use the vault, and returns how many were not. May be interrupted and
 * repeated. Every process must know both master keys, or read them from the file. It goes over the vault until a whole pass finds nothing,
 * because a process may have wrapped a key before it learned of the rotation. @throws WrongMasterKey @throws RotationConflict
 */
export async function rewrapVault(rewrapping: Rewrapping): Promise<number> {
  const { vault, masterKey } = rewrapping;
  let rewrapped = await claim(vault, masterKey);
  for (let found = -1; found !== 0; rewrapped += found) {
    await requireClaim(vault, masterKey);
    found = await pass(rewrapping);
  }
  await vault.compact?.();
  return rewrapped;
}

/** Of several rotations that begin at once, only one replaces the first key. */
async function claim(vault: Rewrapping["vault"], masterKey: MasterKey): Promise<number> {
  const from = await vault.secret(first);
  const to = from && masterKey.rewrap(wrapName.secret(first), from);
  if (!from || !to) return 0;
  await vault.replaceKeys([{ kind: "secret", name: first, from, to }]);
  return 1;
}

/** @throws RotationConflict */
async function requireClaim(vault: Rewrapping["vault"], { mark }: MasterKey): Promise<void> {
  const wraps = await wrappingMark(vault);
  if (wraps === null || wraps === mark) return;
  throw new RotationConflict(
    `another rotation changes ${vault.place} to the master key ${wraps}, and this one to ${mark}`,
  );
}

/** Returns how many keys another master key had wrapped. */
async function pass({ vault, masterKey, onProgress, pageSize = 500 }: Rewrapping): Promise<number> {
  let [found, read] = [0, 0];
  for (let page = await vault.entries(null, pageSize); page.length > 0; ) {
    const replacements = page.flatMap((entry) => replacementOf(entry, masterKey));
    if (replacements.length > 0) await vault.replaceKeys(replacements);
    found += replacements.length;
    read += page.length;
    onProgress?.(read);
    page = await vault.entries(page.at(-1) ?? null, pageSize);
  }
  return found;
}

function replacementOf({ kind, name, key: from }: VaultEntry, masterKey: MasterKey): Replacement[] {
  if (from === "erased") return [];
  const to = masterKey.rewrap(wrapName[kind](name), from);
  return to ? [{ kind, name, from, to }] : [];
}
