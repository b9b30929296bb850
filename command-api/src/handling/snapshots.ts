import { randomUUID } from "node:crypto";
import type { Clock } from "@attestory/event-store/clock.ts";
import { DamagedEvent, type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import { PersonErased } from "@attestory/event-store/vault/keyring.ts";
import { DamagedSeal, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import { type NewEvent, type RecordedEvent, UnreadableEvent } from "@attestory/events/catalogue.ts";
import { type StreamName, snapshotStream } from "@attestory/events/envelope.ts";
import type { SnapshotForm } from "./decider.ts";

/** The state of a stream at a version, and the id of the event at that version. */
export interface StateAt<State> {
  state: State;
  version: number;
  eventId: string;
}

/** Snapshots of long streams, stored in the log itself. Losing one costs only time. */
export interface Snapshots {
  /** The newest snapshot of the stream. Null if there is no usable one. */
  newest<State>(stream: StreamName, form: SnapshotForm<State>): Promise<StateAt<State> | null>;
  /**
   * Takes a snapshot, unless the stored one is nearly as new. Takes one at a time for each stream and skips calls during it.
   * Never throws.
   */
  take<State>(stream: StreamName, form: SnapshotForm<State>, current: StateAt<State>): Promise<void>;
}

export interface SnapshotDependencies {
  log: EventLog;
  sealing: Sealing;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

/** No snapshot is taken if the stored one is fewer events behind than this. */
const hardlyOlder = 25;

export function createSnapshots({ log, sealing, now, reportError }: SnapshotDependencies): Snapshots {
  const inProgress = new Set<StreamName>();

  const versionOf = async (snapshots: StreamName): Promise<number> =>
    (await log.read(snapshots, Number.MAX_SAFE_INTEGER)).version;

  const readNewest = async (snapshots: StreamName): Promise<RecordedEvent | undefined> => {
    const { events } = await log.read(snapshots, Math.max(0, (await versionOf(snapshots)) - 1), 1);
    return (await sealing.decrypt(events))[0];
  };

  const newest: Snapshots["newest"] = async (stream, form) => {
    try {
      return restore(stream, form, await readNewest(snapshotStream(stream, form.name)));
    } catch (error) {
      if (!isUnusable(error)) throw error;
      reportError("snapshot unusable, reading the whole stream", error);
      return null;
    }
  };

  const append: Snapshots["take"] = async (stream, form, { state, version, eventId }) => {
    const encoded = form.encode(state);
    if (!encoded) return;
    const known = await newest(stream, form);
    if (known && version - known.version < hardlyOlder) return;
    const snapshots = snapshotStream(stream, form.name);
    const data = { stream, version, eventId, fold: form.name, state: encoded.state };
    const event: NewEvent = {
      id: randomUUID(),
      event: { type: "SnapshotTaken", data },
      person: encoded.person,
      recordedAt: now(),
      actor: { kind: "system", id: "snapshots" },
      delegate: null,
      sessionId: null,
      correlationId: randomUUID(),
      causationId: eventId,
      fingerprint: null,
      ip: null,
      userAgent: null,
    };
    const expected = await versionOf(snapshots);
    await log.append(snapshots, expected, await sealing.seal(snapshots, [event]));
  };

  return {
    newest,
    async take(stream, form, current) {
      const snapshots = snapshotStream(stream, form.name);
      if (inProgress.has(snapshots)) return;
      inProgress.add(snapshots);
      try {
        await append(stream, form, current);
      } catch (error) {
        // Another process took it first, or the person was erased.
        const isOrdinary = error instanceof VersionConflict || error instanceof PersonErased;
        if (!isOrdinary) reportError("snapshot not taken, will retry", error);
      } finally {
        inProgress.delete(snapshots);
      }
    },
  };
}

function restore<State>(
  stream: StreamName,
  form: SnapshotForm<State>,
  event: RecordedEvent | undefined,
): StateAt<State> | null {
  if (event?.type !== "SnapshotTaken") return null;
  const { stream: of, version, eventId, fold, state: encoded } = event.data;
  // A null state means that the person was erased.
  if (of !== stream || fold !== form.name || encoded === null) return null;
  const state = form.decode(encoded);
  return state && { state, version, eventId };
}

const isUnusable = (error: unknown) =>
  error instanceof DamagedEvent || error instanceof UnreadableEvent || error instanceof DamagedSeal;
