import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import type { StoredEvent } from "@attestory/events/envelope.ts";
import { Misfit, type NewLog, type Place } from "../log/new-log.ts";
import { notaryKey } from "../notary/notary-key.ts";
import { faultText, TreeCheck } from "../notary/tree-check.ts";
import { createSealing, type Sealing } from "../vault/sealing.ts";
import { BackupFault } from "./backup-fault.ts";
import { decryptLines } from "./decrypt-lines.ts";
import type { Line } from "./read-backup.ts";
import type { RestoredKeys } from "./restored-keys.ts";

/** Where events are restored to. */
export interface EventsTarget {
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

/** One of so many places is kept. */
const placeEvery = 1000;

/** @throws BackupFault */
function requireInTree(line: number, event: StoredEvent, tree: TreeCheck): void {
  const fault = tree.add(event);
  if (fault) throw new BackupFault(line, faultText(fault));
}

/** Writes the events of a backup into a new log, and checks them. */
export class RestoredEvents {
  readonly #target: EventsTarget;
  readonly #keys: RestoredKeys;
  #by: { sealing: Sealing; tree: TreeCheck } | null = null;
  /** Of whom a restored event says that their key was destroyed. */
  readonly erasuresTold = new Set<string>();
  count = 0;
  newest: StoredEvent | null = null;
  #places: Place[] = [];
  #placesSeen = 0;
  #renumbered = false;
  #isCut = false;

  constructor(target: EventsTarget, keys: RestoredKeys) {
    this.#target = target;
    this.#keys = keys;
  }

  get places(): readonly Place[] | null {
    return this.#renumbered ? this.#places : null;
  }

  /** @throws BackupFault */
  async add(events: readonly Line<StoredEvent>[]): Promise<void> {
    if (events.length === 0) return;
    const keyring = await this.#keys.keyring();
    this.#by ??= { sealing: createSealing(keyring), tree: new TreeCheck(notaryKey(keyring)) };
    const { sealing, tree } = this.#by;
    const { onEvent, onProgress } = this.#target;
    const recorded = await decryptLines(sealing, events);
    for (const { line, content } of events) this.#requirePast(line, content);
    const kept = this.#untilThen(events);
    const taken = recorded.slice(0, kept.length);
    for (const event of taken) {
      if (event.type === "PersonKeyDestroyed") this.erasuresTold.add(event.data.personId);
      onEvent?.(event);
    }
    for (const { line, content } of kept) requireInTree(line, content, tree);
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
