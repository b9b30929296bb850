import type { StoredEvent } from "@attestory/events/envelope.ts";
import type { Place } from "../log/new-log.ts";
import { BackupFault } from "./backup-fault.ts";
import type { Manifest } from "./manifest.ts";
import { type BackupPart, readBackup } from "./read-backup.ts";
import { type EventsTarget, RestoredEvents } from "./restored-events.ts";
import { type KeysTarget, RestoredKeys } from "./restored-keys.ts";
import { backupSigner, isSignedBy } from "./signature.ts";

export interface BackupFiles {
  file: AsyncIterable<Uint8Array>;
  /** With a backup whose keys are in a file of their own. */
  keyFile?: AsyncIterable<Uint8Array> | undefined;
}

export type RestoreTarget = KeysTarget & EventsTarget;

export interface Restored {
  manifest: Manifest;
  events: number;
  keys: number;
  /** The newest event, as it was in the log that was copied; null if there is none. */
  newest: StoredEvent | null;
  /** If events are at other positions than in the log that was copied: where some of them are, in order. */
  places: readonly Place[] | null;
  /** Persons whose key the backup has, and who stay erased. */
  stillErased: readonly string[];
  /** Persons whose key was destroyed, though no restored event says so: `until` left it out, or it came while the backup was taken. */
  erasureLeftOut: readonly string[];
}

/**
 * Writes a backup into a new log and a new vault, and checks everything while it does: each line's form, the order of versions, that this
 * release reads each event, that the master key opens each key and each key its events, and at the end the checksum and the signature.
 * Memory does not depend on the size of the file. The target is worthless if it throws. @throws BackupFault
 */
export async function restore({ file, keyFile }: BackupFiles, target: RestoreTarget): Promise<Restored> {
  const keys = new RestoredKeys(target);
  const events = new RestoredEvents(target, keys);
  if (keyFile) await restoreKeys(keyFile, keys, target);
  let manifest: Manifest | null = null;
  for await (const part of readBackup(file)) {
    if (manifest === null) requireEvents(part.manifest, { target, hasKeyFile: keyFile !== undefined });
    manifest = part.manifest;
    await keys.add(part.keys);
    await events.add(part.events);
    if (part.end) await requireSigned(part, keys);
  }
  if (!manifest) throw new BackupFault(null, "the file is empty");
  if (target.until && events.count === 0) throw new BackupFault(null, "the backup has no event of that time or before");
  await target.log.finish();
  const { count, newest, places } = events;
  const { stillErased } = keys;
  const erasureLeftOut = keys.erasedBefore.filter((personId) => !events.erasuresTold.has(personId));
  return { manifest, events: count, keys: keys.count, newest, places, stillErased, erasureLeftOut };
}

async function restoreKeys(file: AsyncIterable<Uint8Array>, keys: RestoredKeys, target: RestoreTarget): Promise<void> {
  for await (const part of readBackup(file)) {
    if (part.manifest.part !== "keys") throw new BackupFault(2, "this is not the file with the keys");
    requireMasterKey(part.manifest, target);
    await keys.add(part.keys);
    if (part.end) await requireSigned(part, keys);
  }
}

interface Given {
  target: RestoreTarget;
  hasKeyFile: boolean;
}

/** @throws BackupFault */
function requireEvents(manifest: Manifest, { target, hasKeyFile }: Given): void {
  const isSeparate = manifest.keys === "separate";
  if (manifest.part !== "events") throw new BackupFault(2, "this file has only keys: give the file with the events");
  if (isSeparate && !hasKeyFile) throw new BackupFault(2, "the keys of this backup are in another file");
  if (!isSeparate && hasKeyFile) throw new BackupFault(2, "this backup has its keys in it: give no second file");
  // Else the keys were written after the events, perhaps when another master key wrapped.
  if (!hasKeyFile) requireMasterKey(manifest, target);
}

/** @throws BackupFault */
function requireMasterKey({ masterKey }: Manifest, target: RestoreTarget): void {
  if (target.masterKey.knows(masterKey)) return;
  const { mark } = target.masterKey;
  const why = `the backup needs the master key ${masterKey}, and that of this service is ${mark}`;
  throw new BackupFault(2, why, "master-key");
}

/** @throws BackupFault */
async function requireSigned({ manifest, end }: BackupPart, keys: RestoredKeys): Promise<void> {
  const own = backupSigner(await keys.keyring()).publicKey;
  if (!end || manifest.publicKey !== own || !isSignedBy(own, end.digest, end.closing.signature)) {
    throw new BackupFault(null, "the signature is not that of the service whose keys the backup has");
  }
}
