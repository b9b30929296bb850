import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { hasAdmin, roster } from "@attestory/command-api/admin/roster.ts";
import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { continueProgress } from "@attestory/event-store/backup/continue-progress.ts";
import type { Manifest } from "@attestory/event-store/backup/manifest.ts";
import { readManifest } from "@attestory/event-store/backup/read-backup.ts";
import { type Restored, restore } from "@attestory/event-store/backup/restore.ts";
import { backupSigner } from "@attestory/event-store/backup/signature.ts";
import {
  activateGeneration,
  activeGeneration,
  beginGeneration,
  removeUnfinished,
} from "@attestory/event-store/generations.ts";
import { logFile, openNewLog } from "@attestory/event-store/log/open-new-log.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import type { AdminEvent } from "@attestory/events/admin-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { adminsStream } from "@attestory/events/envelope.ts";
import { type Lost, lostSince } from "./lost-since.ts";
import { recordChoice } from "./record-choice.ts";

export interface Import {
  file: string;
  keyFile?: string | undefined;
  /** Nobody else may use the folder meanwhile. */
  dataDir: string;
  masterKey: Buffer;
  now: Date;
  /** The admin who asks for it. Null: whoever runs the command line. */
  by: string | null;
  /** Take the backup of another service, which has other keys. */
  foreign: boolean;
  /** Take a backup in which nobody is an active admin. */
  withoutAdmin: boolean;
  /** Check everything, and then remove it again. */
  dryRun: boolean;
  onFault: (error: Error) => void;
  onProgress?: (events: number) => void;
}

export interface Imported extends Restored {
  generation: number;
  /** What the log that was active until now has beyond the backup; null if there was none. */
  lost: Lost | null;
}

/**
 * Restores a backup as a new generation beside the active one, and then makes it the active one. Whenever it is interrupted, one of the
 * two is active, whole; what is left of the other is removed by the next import. @throws BackupFault
 */
export async function importFile(request: Import): Promise<Imported> {
  const { dataDir, dryRun } = request;
  try {
    const imported = await restoreGeneration(request);
    if (!dryRun) activateGeneration(dataDir, imported.generation);
    return imported;
  } finally {
    removeUnfinished(dataDir);
  }
}

/**
 * Restores a backup as a new generation beside the active one, which may be in use. The new one is whole but not active: activate it, or
 * remove what is unfinished. @throws BackupFault
 */
export async function restoreGeneration(request: Import): Promise<Imported> {
  const { file, dataDir } = request;
  removeUnfinished(dataDir);
  const manifest = await readManifest(createReadStream(file));
  const generation = beginGeneration(dataDir, manifest.generation);
  const active = await openActive(request);
  try {
    if (active && !request.foreign) requireOwn(manifest, active);
    const restored = await restoreInto(generation, { request, active });
    await settle(generation, { request, restored, instead: active ? active.log.generation : null });
    const lost = active && (await lostSince(active.log, restored.newest));
    return { ...restored, generation, lost };
  } finally {
    await active?.close();
  }
}

/** The stores of the active generation, to read; null in a folder without one. */
async function openActive({ dataDir, masterKey: key, onFault }: Import): Promise<Stores | null> {
  const generation = activeGeneration(dataDir);
  if (!existsSync(join(dataDir, logFile(generation)))) return null;
  return openLocalStores({ dataDir, generation, readMasterKey: () => key, writes: false, onFault });
}

/** @throws BackupFault */
function requireOwn({ publicKey }: Manifest, { keyring }: Stores): void {
  if (publicKey === backupSigner(keyring).publicKey) return;
  throw new BackupFault(2, "this is the backup of another service", "foreign");
}

interface Into {
  request: Import;
  active: Stores | null;
}

async function restoreInto(generation: number, { request, active }: Into): Promise<Restored> {
  const { file, keyFile, dataDir, onFault, onProgress, now } = request;
  const vault = await openVault({ dataDir, generation, writes: true, onFault });
  const log = openNewLog({ dataDir, generation });
  let admins = roster.initial;
  try {
    const restored = await restore(
      { file: createReadStream(file), keyFile: keyFile === undefined ? undefined : createReadStream(keyFile) },
      {
        vault,
        log,
        masterKey: masterKey(request.masterKey),
        now,
        erasedSince: async (personIds) => (active ? erasedOf(active, personIds) : new Set()),
        onEvent(event) {
          if (event.stream === adminsStream) admins = roster.evolve(admins, event as RecordedEvent<AdminEvent>);
        },
        ...(onProgress && { onProgress }),
      },
    );
    if (!hasAdmin(admins) && !request.withoutAdmin) {
      throw new BackupFault(null, "the backup has no active admin", "without-admin");
    }
    return restored;
  } finally {
    log.abandon();
    await vault.close();
  }
}

async function erasedOf({ backupSource }: Stores, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = await backupSource.vault.personKeys(personIds);
  return new Set(personIds.filter((id) => keys.get(id) === "erased"));
}

interface Settling {
  request: Import;
  restored: Restored;
  instead: number | null;
}

/** Appends to the new log what makes it the log of this service. */
async function settle(generation: number, { request, restored, instead }: Settling): Promise<void> {
  const { dataDir, now, onFault, by } = request;
  const readMasterKey = () => request.masterKey;
  const stores = await openLocalStores({ dataDir, generation, readMasterKey, writes: true, onFault });
  try {
    for (const personId of restored.stillErased) await destroyPersonKey({ ...stores, now }, personId);
    if (restored.places) await continueProgress({ ...stores, now }, restored.places);
    const backupTakenAt = restored.manifest.takenAt;
    await recordChoice(stores, { generation, instead, backupTakenAt, by, now });
  } finally {
    await stores.close();
  }
}
