import { createReadStream } from "node:fs";
import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { continueCheckpoints } from "@attestory/event-store/backup/continue-checkpoints.ts";
import type { Manifest } from "@attestory/event-store/backup/manifest.ts";
import { readManifest } from "@attestory/event-store/backup/read-backup.ts";
import { type Restored, restore } from "@attestory/event-store/backup/restore.ts";
import { backupSigner } from "@attestory/event-store/backup/signature.ts";
import type { Generations } from "@attestory/event-store/generations/generations.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import type { AdminEvent } from "@attestory/events/admin-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { adminsStream } from "@attestory/events/envelope.ts";
import { secondOwner } from "@attestory/events/second-owner.ts";
import { hasAdmin, roster } from "../admin/roster.ts";
import { type Lost, lostSince } from "./lost-since.ts";
import { recordChoice } from "./record-choice.ts";

export interface BackupImport {
  file: string;
  keyFile?: string | undefined;
  /** Nobody else may change them meanwhile. */
  generations: Generations;
  masterKey: Buffer;
  now: Date;
  /** The admin who asks for it. Null: whoever runs the command line. */
  by: string | null;
  /** Restore only what was recorded until then. None: everything. */
  until?: Date | undefined;
  /** Take the backup of another service, which has other keys. */
  foreign: boolean;
  /** Take a backup in which nobody is an active admin. */
  withoutAdmin: boolean;
  /** Check everything, and then remove it again. */
  dryRun: boolean;
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
export async function importBackup(request: BackupImport): Promise<Imported> {
  const { generations, dryRun } = request;
  try {
    const imported = await restoreBackup(request);
    if (!dryRun) await generations.activate(imported.generation);
    return imported;
  } finally {
    await generations.removeUnfinished();
  }
}

/**
 * Restores a backup as a new generation beside the active one, which may be in use. The new one is whole but not active: activate it, or
 * remove what is unfinished. @throws BackupFault
 */
export async function restoreBackup(request: BackupImport): Promise<Imported> {
  const { file, generations } = request;
  await generations.removeUnfinished();
  const manifest = await readManifest(createReadStream(file));
  const generation = await generations.begin(manifest.generation);
  let active: Stores | null = null;
  try {
    active = await generations.openActive();
    if (active && !request.foreign) requireOwn(manifest, active);
    const restored = await restoreInto(generation, { request, active });
    await settle(generation, { request, restored, instead: active ? active.log.generation : null });
    const lost = active && (await lostSince(active.log, restored.newest));
    return { ...restored, generation, lost };
  } finally {
    await active?.close();
  }
}

/** @throws BackupFault */
function requireOwn({ publicKey }: Manifest, { keyring }: Stores): void {
  if (publicKey === backupSigner(keyring).publicKey) return;
  throw new BackupFault(2, "this is the backup of another service", "foreign");
}

interface Into {
  request: BackupImport;
  active: Stores | null;
}

async function restoreInto(generation: number, { request, active }: Into): Promise<Restored> {
  const { file, keyFile, generations, onProgress, now, until } = request;
  const { log, vault, close } = await generations.openNew(generation);
  let admins = roster.initial;
  try {
    const restored = await restore(
      { file: createReadStream(file), keyFile: keyFile === undefined ? undefined : createReadStream(keyFile) },
      {
        vault,
        log,
        masterKey: masterKey(request.masterKey),
        now,
        until,
        erasedSince: async (personIds) => (active ? erasedOf(active, personIds) : new Set()),
        onEvent(event) {
          if (event.stream === adminsStream) admins = roster.evolve(admins, event as RecordedEvent<AdminEvent>);
        },
        faultOf: secondOwner,
        ...(onProgress && { onProgress }),
      },
    );
    if (!hasAdmin(admins) && !request.withoutAdmin) {
      throw new BackupFault(null, "the backup has no active admin", "without-admin");
    }
    return restored;
  } finally {
    await close();
  }
}

async function erasedOf({ backupSource }: Stores, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = await backupSource.vault.personKeys(personIds);
  return new Set(personIds.filter((id) => keys.get(id) === "erased"));
}

interface Settling {
  request: BackupImport;
  restored: Restored;
  instead: number | null;
}

/** Appends to the new log what makes it the log of this service. */
async function settle(generation: number, { request, restored, instead }: Settling): Promise<void> {
  const { generations, now, by } = request;
  const stores = await generations.open(generation);
  try {
    for (const personId of [...restored.stillErased, ...restored.erasureLeftOut])
      await destroyPersonKey({ ...stores, now }, personId);
    if (restored.places) await continueCheckpoints({ ...stores, now }, restored.places);
    const backupTakenAt = restored.manifest.takenAt;
    await recordChoice(stores, { generation, instead, backupTakenAt, by, now });
  } finally {
    await stores.close();
  }
}
