import { createReadStream } from "node:fs";
import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { continueCheckpoints } from "@attestory/event-store/backup/continue-checkpoints.ts";
import type { Manifest } from "@attestory/event-store/backup/manifest.ts";
import { readManifest } from "@attestory/event-store/backup/read-backup.ts";
import { type Restored, restore } from "@attestory/event-store/backup/restore.ts";
import { backupSigner } from "@attestory/event-store/backup/signature.ts";
import type { Generations } from "@attestory/event-store/generations/generations.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import type { MasterKey } from "@attestory/event-store/vault/master-key.ts";
import { personsWithKey } from "@attestory/event-store/vault/persons-with-key.ts";
import type { AdminEvent } from "@attestory/events/admin-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { adminsStream } from "@attestory/events/envelope.ts";
import { secondOwner } from "@attestory/events/second-owner.ts";
import { type Roster, roster } from "../admin/roster.ts";
import { readErasureLedger } from "../notary/erasure-ledger-file.ts";
import { type Lost, lostSince } from "./lost-since.ts";
import { recordChoice } from "./record-choice.ts";
import { noteRequest, renewGraces } from "./renew-graces.ts";

export interface BackupImport {
  file: string;
  keyFile?: string | undefined;
  /** Nobody else may change them meanwhile. */
  generations: Generations;
  /**
   * Called once the generation is begun: a rotation waits for an import that may have read the master key before. It may know those of the
   * backup, too.
   */
  masterKey: () => MasterKey;
  now: Date;
  /** The admin who asks for it. Null: whoever runs the command line. */
  by: string | null;
  /** Restore only what was recorded until then. None: everything. */
  until?: Date | undefined;
  /** The erasure ledger, signed by the service of the backup: who is in it stays erased. */
  erased?: string | undefined;
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
    const read = await restoreInto(generation, { request, active });
    const { restored } = read;
    const erased = await settle(generation, { ...read, request, instead: active ? active.log.generation : null });
    const lost = active && (await lostSince(active.log, restored.newest));
    return { ...restored, stillErased: [...restored.stillErased, ...erased], generation, lost };
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

interface Read {
  restored: Restored;
  admins: Roster;
  /** Whose erasure is requested. */
  requested: ReadonlySet<string>;
}

async function restoreInto(generation: number, { request, active }: Into): Promise<Read> {
  const { file, keyFile, generations, onProgress, now, until } = request;
  const { log, vault, close } = await generations.openNew(generation);
  let admins = roster.initial;
  const requested = new Set<string>();
  try {
    const restored = await restore(
      { file: createReadStream(file), keyFile: keyFile === undefined ? undefined : createReadStream(keyFile) },
      {
        vault,
        log,
        masterKey: request.masterKey(),
        now,
        until,
        erasedSince: async (personIds) => (active ? erasedOf(active, personIds) : new Set()),
        onEvent(event) {
          noteRequest(requested, event);
          if (event.stream === adminsStream) admins = roster.evolve(admins, event as RecordedEvent<AdminEvent>);
        },
        faultOf: secondOwner,
        ...(onProgress && { onProgress }),
      },
    );
    return { restored, admins, requested };
  } finally {
    await close();
  }
}

async function erasedOf({ backupSource }: Stores, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = await backupSource.vault.personKeys(personIds);
  return new Set(personIds.filter((id) => keys.get(id) === "erased"));
}

interface Settling extends Read {
  request: BackupImport;
  instead: number | null;
}

/** Appends to the new log what makes it the log of this service. Returns who is erased because the ledger says so. @throws BackupFault */
async function settle(
  generation: number,
  { request, restored, admins, requested, instead }: Settling,
): Promise<readonly string[]> {
  const { generations, now, by } = request;
  const stores = await generations.open(generation);
  try {
    const erased = request.erased === undefined ? [] : await erasedByLedger(stores, request.erased);
    const all = new Set([...restored.stillErased, ...restored.erasureLeftOut, ...erased]);
    if ([...admins.listed].every((id) => all.has(id)) && !request.withoutAdmin) {
      throw new BackupFault(null, "the backup has no active admin", "without-admin");
    }
    for (const personId of all) await destroyPersonKey({ ...stores, now }, personId);
    await renewGraces({ ...stores, now }, requested);
    if (restored.places) await continueCheckpoints({ ...stores, now }, restored.places);
    const backupTakenAt = restored.manifest.takenAt;
    await recordChoice(stores, { generation, instead, backupTakenAt, by, now });
    return erased;
  } finally {
    await stores.close();
  }
}

/** Whose key the backup has, though the ledger says that they were erased. @throws BackupFault */
async function erasedByLedger({ backupSource, keyring }: Stores, file: string): Promise<readonly string[]> {
  const ledger = await readErasureLedger({ file, key: notaryKey(keyring) });
  if (!ledger) throw new BackupFault(null, `there is no erasure ledger ${file}`);
  return personsWithKey(backupSource.vault, [...ledger.personIds]);
}
