/** A key as stored in the vault: encrypted with the master key, opaque to the store. */
export type WrappedKey = Uint8Array;

/** One key of the vault, for a copy of it. */
export interface VaultEntry {
  kind: "person" | "secret";
  /** The person's id, or the secret's name. */
  name: string;
  key: WrappedKey | "erased";
}

/** Of one key: what replaces what. */
export interface Replacement extends Pick<VaultEntry, "kind" | "name"> {
  from: WrappedKey;
  to: WrappedKey;
}

/**
 * Keys of persons, and the service's own secrets. They are outside the log, so that destroying a key erases a person's data.
 * Every write, and every call to a vault on a server, may throw VaultUnavailable. Adapters pass `vault.contract.ts`.
 */
export interface Vault {
  /** Its file or database, for messages to an operator. */
  readonly place: string;
  /** The keys of those persons who have one; "erased" is permanent. */
  personKeys(personIds: readonly string[]): Promise<Map<string, WrappedKey | "erased">>;
  /** Stores the key unless the person has one or was erased. Returns the stored value. */
  addPersonKey(personId: string, key: WrappedKey): Promise<WrappedKey | "erased">;
  /** Destroys the key. A person who never had one is erased, too. */
  erasePersonKey(personId: string): Promise<void>;
  /** Removes what the vault's file may still hold of keys that were erased or replaced. Resolves once nothing is left. Absent if the vault is no file. */
  compact?(): Promise<void>;
  secret(name: string): Promise<WrappedKey | null>;
  /** Stores the secret unless there is one. Returns the stored one. */
  addSecret(name: string, key: WrappedKey): Promise<WrappedKey>;
  /**
   * Replaces each key that is still what the caller read, and leaves the others as they are: one that was erased meanwhile stays erased.
   * If it is interrupted, some are replaced.
   */
  replaceKeys(replacements: readonly Replacement[]): Promise<void>;
  /** At most `limit` entries after this one, by kind and name; null: from the first. It has all that were stored before the first call. */
  entries(after: Pick<VaultEntry, "kind" | "name"> | null, limit: number): Promise<VaultEntry[]>;
  close(): Promise<void>;
}

/** The vault is unavailable, refused a write or did not answer in time: it is unknown whether the request was carried out. It may be repeated. */
export class VaultUnavailable extends Error {
  override name = "VaultUnavailable";
}
