import { type Keyring, openKeyring } from "../vault/keyring.ts";
import { type MasterKey, wrapName } from "../vault/master-key.ts";
import type { Vault, VaultEntry, WrappedKey } from "../vault/vault.ts";
import { BackupFault } from "./backup-fault.ts";
import type { Line } from "./read-backup.ts";

export interface KeysTarget {
  /** Empty. */
  vault: Vault;
  /** Those of the service and of the backup, if they differ. */
  masterKey: MasterKey;
  /** Of these persons, those who were erased since the backup was taken: their keys stay destroyed. */
  erasedSince(personIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Writes the keys of a backup into a new vault. */
export class RestoredKeys {
  readonly #target: KeysTarget;
  readonly #stillErased: string[] = [];
  readonly #erasedBefore: string[] = [];
  #count = 0;
  #keyring: Keyring | null = null;

  constructor(target: KeysTarget) {
    this.#target = target;
  }

  get count(): number {
    return this.#count;
  }

  /** Persons whose key the backup has, and who stay erased. */
  get stillErased(): readonly string[] {
    return this.#stillErased;
  }

  /** Persons who were erased when the backup was taken. */
  get erasedBefore(): readonly string[] {
    return this.#erasedBefore;
  }

  /** @throws BackupFault */
  async add(keys: readonly Line<VaultEntry>[]): Promise<void> {
    const withKey = keys.filter(({ content: { kind, key } }) => kind === "person" && key !== "erased");
    for (const { content } of keys) if (content.key === "erased") this.#erasedBefore.push(content.name);
    const persons = withKey.map(({ content }) => content.name);
    const erased = persons.length > 0 ? await this.#target.erasedSince(persons) : new Set<string>();
    this.#stillErased.push(...erased);
    await Promise.all(keys.map(({ line, content }) => this.#add(line, content, erased)));
    this.#count += keys.length;
  }

  /** Opened once all keys are there. @throws BackupFault */
  async keyring(): Promise<Keyring> {
    const { vault, masterKey } = this.#target;
    try {
      // The log that is restored is not empty: a secret that is missing is lost, and is not created.
      this.#keyring ??= await openKeyring(vault, masterKey, { head: async () => 1n });
      return this.#keyring;
    } catch (error) {
      throw new BackupFault(null, `the backup has no secrets of a service: ${(error as Error).message}`);
    }
  }

  async #add(line: number, { kind, name, key }: VaultEntry, erased: ReadonlySet<string>): Promise<void> {
    const { vault, masterKey } = this.#target;
    const own = key === "erased" ? key : ownWrap(masterKey, { line, name: wrapName[kind](name), key });
    if (kind === "person" && (own === "erased" || erased.has(name))) await vault.erasePersonKey(name);
    else if (own === "erased") throw new BackupFault(line, `the secret ${name} has no value`);
    else if (kind === "person") await vault.addPersonKey(name, own);
    else await vault.addSecret(name, own);
  }
}

/** The same key, wrapped with the service's newest master key. @throws BackupFault if no known one opens it */
function ownWrap(
  masterKey: MasterKey,
  { line, name, key }: { line: number; name: string; key: WrappedKey },
): WrappedKey {
  try {
    masterKey.unwrap(name, key);
    return masterKey.rewrap(name, key) ?? key;
  } catch {
    throw new BackupFault(line, "the master key does not open this key");
  }
}
