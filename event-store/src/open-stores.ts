import { setTimeout as wait } from "node:timers/promises";
import type { BackupSource } from "./backup/write-backup.ts";
import { openGenerationRecord } from "./generations/open-generation-record.ts";
import type { EventLog } from "./log/event-log.ts";
import { LogUnavailable } from "./log/event-log.ts";
import { openEventLog } from "./log/open-event-log.ts";
import { LogReplaced } from "./log/replaced-log.ts";
import { OldFormat } from "./old-format.ts";
import { forgettingLog } from "./vault/forget-keys.ts";
import { type Keyring, openKeyring } from "./vault/keyring.ts";
import { masterKey } from "./vault/master-key.ts";
import { openVault } from "./vault/open-vault.ts";
import { createSealing, type Sealing } from "./vault/sealing.ts";
import { type Vault, VaultUnavailable } from "./vault/vault.ts";

export interface StoresLocation {
  /** An `esdb://` connection string. */
  eventLog: string;
  /** A `mongodb://` connection string. */
  vault: string;
  /** The newest first. */
  masterKeys: readonly Uint8Array[];
  /** By default the active one. */
  generation?: number;
  /** Called with the error of a server that it waits for. */
  reportError(message: string, error: unknown): void;
}

/** The log on its server, and the keys that decrypt its events. */
export interface Stores {
  log: EventLog;
  keyring: Keyring;
  sealing: Sealing;
  /** What a backup is made of. */
  backupSource: BackupSource;
  /** Why the vault cannot be used for some or all persons, in words that may be shown to anyone; else null. @throws VaultUnavailable */
  vaultFault(): Promise<string | null>;
  /** Never throws for a generation that was asked for by its number. @throws LogReplaced once another generation is the active one */
  requireActive(): Promise<void>;
  close(): Promise<void>;
}

const againAfterMs = 500;

/** Names of the errors of an opening that an operator can fix. */
export const fixableStoreErrors = ["VaultLost", "WrongMasterKey", "GenerationsFault"];

/** Reports that the process waits for a server, with the error. */
export const waitingReporter =
  (reportError: StoresLocation["reportError"]) =>
  (error: unknown): void =>
    reportError("server unavailable, waiting for it", error);

/** Waits without a time limit until both servers answer. @throws WrongMasterKey @throws VaultLost @throws GenerationsFault */
export async function openStores(location: StoresLocation): Promise<Stores> {
  const { vault: url, reportError } = location;
  if (location.generation !== undefined) return openGeneration(location, location.generation);
  const onWaiting = waitingReporter(reportError);
  await refuseWrongAddress(location.eventLog);
  const record = await openGenerationRecord({ url, onWaiting });
  const { active } = await untilReached(() => record.read(), onWaiting);
  const stores = await openGeneration(location, active);
  return {
    ...stores,
    async requireActive() {
      const now = await record.read();
      if (now.active === active) return;
      throw new LogReplaced(
        `generation ${now.active} of the log is active now, and this process runs on generation ${active}: start it again`,
      );
    },
    async close() {
      await stores.close();
      await record.close();
    },
  };
}

/** Without it, a process would wait for the vault's server before it says that it can never start. @throws WrongAddress */
async function refuseWrongAddress(eventLog: string): Promise<void> {
  const log = await openEventLog({ url: eventLog, generation: 1, writes: false, onFault() {} });
  await log.close();
}

async function openGeneration(location: StoresLocation, generation: number): Promise<Stores> {
  const { eventLog, vault: vaultUrl, reportError } = location;
  const onFault = (error: Error) => reportError("worker thread died", error);
  const onWaiting = waitingReporter(reportError);
  const log = await openEventLog({ url: eventLog, generation, writes: true, onFault });
  const vault = await openVault({ url: vaultUrl, generation, writes: true, onFault, onWaiting });
  await untilReached(
    () => log.head(),
    (error) => onWaiting(new Error(`EVENT_LOG: ${error.message}`, { cause: error })),
  );
  await refuseOldFormat(log);
  const keys = masterKey(...location.masterKeys);
  const keyring = await untilReached(() => openKeyring(vault, keys, log), onWaiting);
  return storesOf(log, vault, { keyring, masterKey: keys });
}

/** Other faults of the newest event are reported where it is needed. @throws OldFormat */
async function refuseOldFormat(log: EventLog): Promise<void> {
  await log.newest().catch((error: unknown) => {
    if (error instanceof OldFormat) throw error;
  });
}

export const storesOf = (
  log: EventLog,
  vault: Vault,
  { keyring, masterKey }: Pick<BackupSource, "masterKey"> & { keyring: Keyring },
): Stores => ({
  log: forgettingLog(log, keyring),
  keyring,
  sealing: createSealing(keyring),
  backupSource: { log, vault, keyring, masterKey },
  async vaultFault() {
    await vault.secret("link key");
    return keyring.missingKeys();
  },
  requireActive: async () => {},
  close: async () => {
    await log.close();
    await vault.close();
  },
});

async function untilReached<Result>(ask: () => Promise<Result>, onWaiting: (error: Error) => void): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof LogUnavailable || error instanceof VaultUnavailable)) throw error;
      if (tries === 0) onWaiting(error);
      await wait(againAfterMs);
    }
  }
}
