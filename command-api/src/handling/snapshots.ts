import { randomUUID } from "node:crypto";
import type { Clock } from "@attestory/event-store/clock.ts";
import { DamagedEvent, type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import { PersonErased } from "@attestory/event-store/vault/keyring.ts";
import { DamagedSeal, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import { type RecordedEvent, UnreadableEvent } from "@attestory/events/catalogue.ts";
import { type StreamName, snapshotStream } from "@attestory/events/envelope.ts";
import type { SnapshotForm } from "./decider.ts";

/** The state of a stream at a version, and the id of the event at that version. */
export interface Folded<State> {
  state: State;
  version: number;
  eventId: string;
}

/** Snapshots of long streams, stored in the log itself. Losing one costs only time. */
export interface Snapshots {
  /** The newest snapshot of the stream. Null if there is no usable one. */
  newest<State>(stream: StreamName, form: SnapshotForm<State>): Promise<Folded<State> | null>;
  /**
   * Takes a snapshot, unless the stored one is nearly as new. Takes one at a time for each stream and skips calls during it.
   * Never throws.
   */
  take<State>(stream: StreamName, form: SnapshotForm<State>, folded: Folded<State>): Promise<void>;
}

export interface SnapshotDependencies {
  log: EventLog;
  sealing: Sealing;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

/** No snapshot is taken if the stored one is fewer events behind than this. */
const hardlyOlder = 500;

export function createSnapshots({ log, sealing, now, reportError }: SnapshotDependencies): Snapshots {
  const takenNow = new Set<StreamName>();

  /** The version of the snapshot stream, and a function that reads its newest event. */
  const last = async (kept: StreamName) => {
    const { version } = await log.read(kept, Number.MAX_SAFE_INTEGER);
    const read = async () => (await sealing.decrypt((await log.read(kept, Math.max(0, version - 1), 1)).events))[0];
    return { version, read };
  };

  const newest: Snapshots["newest"] = async (stream, form) => {
    try {
      return restored(stream, form, await (await last(snapshotStream(stream, form.fold))).read());
    } catch (error) {
      if (!isUnusable(error)) throw error;
      reportError("a snapshot cannot be used; its stream is read from the beginning", error);
      return null;
    }
  };

  const append: Snapshots["take"] = async (stream, form, { state, version, eventId }) => {
    const taken = form.taken(state);
    if (!taken) return;
    const known = await newest(stream, form);
    if (known && version - known.version < hardlyOlder) return;
    const kept = snapshotStream(stream, form.fold);
    const data = { stream, version, eventId, fold: form.fold, state: taken.state };
    const event = {
      ...{ id: randomUUID(), event: { type: "SnapshotTaken", data } as const, person: taken.person, recordedAt: now() },
      ...{ actor: { kind: "system", id: "snapshots" } as const, correlationId: randomUUID() },
      ...{ causationId: eventId, fingerprint: null, ip: null, userAgent: null },
    };
    const before = (await last(kept)).version;
    await log.append(kept, before, await sealing.seal(kept, [event]));
  };

  return {
    newest,
    async take(stream, form, folded) {
      if (takenNow.has(stream)) return;
      takenNow.add(stream);
      try {
        await append(stream, form, folded);
      } catch (error) {
        // Another process took it first, or the person was erased.
        const isOrdinary = error instanceof VersionConflict || error instanceof PersonErased;
        if (!isOrdinary) reportError("a snapshot was not taken", error);
      } finally {
        takenNow.delete(stream);
      }
    },
  };
}

function restored<State>(
  stream: StreamName,
  form: SnapshotForm<State>,
  event: RecordedEvent | undefined,
): Folded<State> | null {
  if (event?.type !== "SnapshotTaken") return null;
  const { stream: of, version, eventId, fold, state: kept } = event.data;
  // A null state means that the person was erased.
  if (of !== stream || fold !== form.fold || kept === null) return null;
  const state = form.restored(kept);
  return state && { state, version, eventId };
}

const isUnusable = (error: unknown) =>
  error instanceof DamagedEvent || error instanceof UnreadableEvent || error instanceof DamagedSeal;
