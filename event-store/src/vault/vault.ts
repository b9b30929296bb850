/** A key as it rests in the vault: encrypted with the master key, opaque to the store. */
export type WrappedKey = Uint8Array;

/**
 * Keys of persons, and the service's own secrets; outside the log, so that destroying a key forgets a person.
 * Where the vault is a server's, every call may throw VaultUnavailable. Adapters pass `vault-contract.ts`.
 */
export interface Vault {
  /** Where it lies, for messages to an operator. */
  readonly place: string;
  /** The keys of those persons who have one; "erased" stands for ever. */
  personKeys(personIds: readonly string[]): Promise<Map<string, WrappedKey | "erased">>;
  /** Stores the key unless the person has one or was erased; answers what stands then. */
  addPersonKey(personId: string, key: WrappedKey): Promise<WrappedKey | "erased">;
  /** Destroys the key; also of a person who never had one. */
  erasePersonKey(personId: string): Promise<void>;
  secret(name: string): Promise<WrappedKey | null>;
  /** Stores the secret unless there is one; answers the one that stands then. */
  addSecret(name: string, key: WrappedKey): Promise<WrappedKey>;
  close(): Promise<void>;
}

/** The vault cannot be reached, or did not answer in time: nobody knows whether what was asked was done. It may be asked again. */
export class VaultUnavailable extends Error {
  override name = "VaultUnavailable";
}
