import type { NewLog } from "../log/new-log.ts";
import type { Stores } from "../open-stores.ts";
import type { Vault } from "../vault/vault.ts";
import type { GenerationRecord } from "./generation-record.ts";

/** A generation that nobody reads yet. */
export interface NewGeneration {
  /** Empty. */
  log: NewLog;
  /** Empty. */
  vault: Vault;
  /** Closes both, whether they are whole or not. */
  close(): Promise<void>;
}

/**
 * The generations of a service: one is active, and others were kept by imports. Each is a log and a vault. Adapters pass
 * `generations.contract.ts`. The service must be stopped while anything is changed here.
 */
export interface Generations {
  read(): Promise<GenerationRecord>;
  /** About how many bytes a generation takes. */
  bytes(generation: number): Promise<number>;
  /** The stores of the active generation, to read; null while its log is empty. */
  openActive(): Promise<Stores | null>;
  /** The keys of a generation, by default to read. */
  openVault(generation: number, options?: { writes: boolean }): Promise<Vault>;
  /** The stores of a whole or an unfinished generation, to write. */
  open(generation: number): Promise<Stores>;
  /** Returns the number of a new generation, greater than `above` and than every other's, and records that it is unfinished. */
  begin(above: number): Promise<number>;
  /** Creates the log and the vault of the generation that was begun. */
  openNew(generation: number): Promise<NewGeneration>;
  /**
   * Makes a kept generation the active one, or the unfinished one once it is whole: at once and durably, or, if it is interrupted, not
   * at all.
   */
  activate(generation: number): Promise<void>;
  /** Removes the generation that an import did not finish, if there is one. */
  removeUnfinished(): Promise<void>;
  /** Removes a generation that is not the active one. If it is interrupted, the next import removes the rest. */
  remove(generation: number): Promise<void>;
  close(): Promise<void>;
}
