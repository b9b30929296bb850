import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import type { StoredEvent } from "@attestory/events/envelope.ts";
import { Misfit, type NewLog, type Place } from "../log/new-log.ts";
import { createSealing, type Sealing } from "../vault/sealing.ts";
import { BackupFault } from "./backup-fault.ts";
import { decryptLines } from "./decrypt-lines.ts";
import type { Manifest } from "./manifest.ts";
import { type BackupPart, type Line, readBackup } from "./read-backup.ts";
import { type KeysTarget, RestoredKeys } from "./restored-keys.ts";
import { backupSigner, isSignedBy } from "./signature.ts";

export interface BackupFiles {
  file: AsyncIterable<Uint8Array>;
  /** With a backup whose keys are in a file of their own. */
  keyFile?: AsyncIterable<Uint8Array> | undefined;
}

export interface RestoreTarget extends KeysTarget {
  /** Empty. */
  log: NewLog;
  now: Date;
  /** Leave out the first event that was recorded later, and all that follow it. None: take all. */
  until?: Date | undefined;
  /** Called with each event, decrypted, before it is written. */
  onEvent?(event: RecordedEvent): void;
  /** Called with each event once it is written. `before` reads the one before it in its stream. Returns what is wrong with it, or null. */
  faultOf?(event: RecordedEvent, before: () => Promise<RecordedEvent | null>): Promise<string | null> | null;
  onProgress?(events: number): void;
}

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
  /** Persons who were erased when the backup was taken, if `until` may have left out the event that says so. */
  erasureLeftOut: readonly string[];
}

/** One of so many places is kept. */
const placeEvery = 1000;

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
  const { stillErased, erasedBefore } = keys;
  const erasureLeftOut = target.until ? erasedBefore : [];
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
  requireMasterKey(manifest, target);
}

/** @throws BackupFault */
function requireMasterKey({ masterKey }: Manifest, target: RestoreTarget): void {
  const { mark } = target.masterKey;
  if (masterKey !== mark) {
    throw new BackupFault(2, `the backup needs the master key ${masterKey}, and that of this service is ${mark}`);
  }
}

/** @throws BackupFault */
async function requireSigned({ manifest, end }: BackupPart, keys: RestoredKeys): Promise<void> {
  const own = backupSigner(await keys.keyring()).publicKey;
  if (!end || manifest.publicKey !== own || !isSignedBy(own, end.digest, end.closing.signature)) {
    throw new BackupFault(null, "the signature is not that of the service whose keys the backup has");
  }
}

class RestoredEvents {
  readonly #target: RestoreTarget;
  readonly #keys: RestoredKeys;
  #sealing: Sealing | null = null;
  count = 0;
  newest: Restored["newest"] = null;
  #places: Place[] = [];
  #placesSeen = 0;
  #renumbered = false;
  #isCut = false;

  constructor(target: RestoreTarget, keys: RestoredKeys) {
    this.#target = target;
    this.#keys = keys;
  }

  get places(): readonly Place[] | null {
    return this.#renumbered ? this.#places : null;
  }

  /** @throws BackupFault */
  async add(events: readonly Line<StoredEvent>[]): Promise<void> {
    if (events.length === 0) return;
    this.#sealing ??= createSealing(await this.#keys.keyring());
    const { onEvent, onProgress } = this.#target;
    const recorded = await decryptLines(this.#sealing, events);
    for (const { line, content } of events) this.#requirePast(line, content);
    const kept = this.#untilThen(events);
    const taken = recorded.slice(0, kept.length);
    for (const event of taken) onEvent?.(event);
    if (kept.length > 0) await this.#keep(kept);
    for (const [at, event] of taken.entries()) await this.#requireSound(kept[at]?.line ?? null, event);
    onProgress?.(this.count);
  }

  #requireSound(line: number | null, event: RecordedEvent): Promise<void> | void {
    const { log, faultOf } = this.#target;
    const { stream, version } = event;
    return faultOf?.(event, () => log.at(stream, version - 1))?.then((fault) => {
      if (fault !== null) throw new BackupFault(line, fault);
    });
  }

  async #keep(events: readonly Line<StoredEvent>[]): Promise<void> {
    this.#notePlaces(await this.#write(events));
    this.count += events.length;
    this.newest = events.at(-1)?.content ?? null;
  }

  #untilThen(events: readonly Line<StoredEvent>[]): readonly Line<StoredEvent>[] {
    const last = this.#target.until?.getTime();
    const later = last === undefined ? -1 : events.findIndex(({ content }) => content.recordedAt > last);
    const kept = this.#isCut ? [] : later === -1 ? events : events.slice(0, later);
    this.#isCut ||= later !== -1;
    return kept;
  }

  #requirePast(line: number, { recordedAt }: StoredEvent): void {
    if (recordedAt <= this.#target.now.getTime() + maxClockSkewMs) return;
    throw new BackupFault(line, `the event was recorded in the future: ${new Date(recordedAt).toISOString()}`);
  }

  async #write(events: readonly Line<StoredEvent>[]): Promise<readonly Place[]> {
    try {
      return await this.#target.log.add(events.map(({ content }) => content));
    } catch (error) {
      if (error instanceof Misfit) throw new BackupFault(events[error.at]?.line ?? null, error.message);
      throw error;
    }
  }

  #notePlaces(places: readonly Place[]): void {
    for (const place of places) {
      if (place.to !== place.from) this.#renumbered = true;
      if (this.#placesSeen++ % placeEvery === 0) this.#places.push(place);
    }
  }
}
