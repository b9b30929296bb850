import { DamagedEvent, type EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { type RecordedEvent, UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import type { Projection } from "../read-models/projection.ts";
import { BuildSwitched, type Changes, type ParkedDocument, type ReadStoreWriter } from "../store/read-store.ts";
import { type FoldedBatch, foldBatch } from "./fold-batch.ts";
import { type Openable, openEach } from "./open-each.ts";

/** A projection has stopped permanently: it stays at its position until the release or the log is repaired. */
export interface ProjectionFault {
  projection: string;
  /** Every event up to here is applied. */
  position: Position;
  /** The event that could not be applied, if known. */
  event: { id: string; type: string } | null;
  reason: string;
}

export interface FollowerParts {
  log: Pick<EventLog, "follow">;
  sealing: Pick<Sealing, "decrypt">;
  store: ReadStoreWriter;
  /** Called after every batch with each projection's position. */
  onProgress: (positions: ReadonlyMap<string, Position>) => void;
  onFault: (fault: ProjectionFault) => void;
  /** Called with newly parked documents; the reasons are stored with them. */
  onParked?: (projection: string, documents: readonly ParkedDocument[]) => void;
  /** Called on an error that will be retried. */
  reportError: (error: unknown) => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Projections that one follower runs together, each from its own checkpoint. */
export type Checkpoints = Map<Projection, Position>;

/**
 * Applies the log to the documents until the signal aborts, or every projection has stopped. Two followers of the same
 * projections do not harm each other, and a follower that was killed continues from its checkpoint.
 */
export async function follow(checkpoints: Checkpoints, parts: FollowerParts, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let switched = false;
  const folded = async (events: readonly RecordedEvent[]) => {
    await takeBatch(checkpoints, events, parts);
    failures = 0;
  };
  while (!signal.aborted && checkpoints.size > 0) {
    try {
      if (switched) await resumeFromCheckpoints(checkpoints, parts);
      switched = false;
      await followOn(checkpoints, parts, folded, signal);
    } catch (error) {
      if (isDamage(error)) return stopAll(checkpoints, error, parts);
      if (error instanceof BuildSwitched) switched = true;
      else await waitOut(error, ++failures, parts, signal);
    }
  }
}

async function followOn(
  checkpoints: Checkpoints,
  { log }: FollowerParts,
  folded: (events: readonly RecordedEvent[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for await (const events of log.follow(lowest(checkpoints.values()), signal)) {
    await folded(events);
    if (checkpoints.size === 0) return;
  }
}

/** Reports an error and waits before the next attempt, longer after more `failures` in a row. */
export async function waitOut(
  error: unknown,
  failures: number,
  parts: Pick<FollowerParts, "reportError" | "pause">,
  signal: AbortSignal,
): Promise<void> {
  parts.reportError(error);
  await (parts.pause ?? pause)(backoffMs(failures), signal);
}

const lowest = (positions: Iterable<Position>): Position => [...positions].reduce((a, b) => (b < a ? b : a));

/** A retry cannot help: the stored bytes do not change. */
const isDamage = (error: unknown) => error instanceof UnreadableEvent || error instanceof DamagedEvent;

/** Continues from the checkpoints of the builds that are active now. */
async function resumeFromCheckpoints(checkpoints: Checkpoints, { store, onProgress }: FollowerParts): Promise<void> {
  for (const projection of checkpoints.keys()) checkpoints.set(projection, await store.checkpoint(projection.name));
  onProgress(new Map([...checkpoints].map(([{ name }, position]) => [name, position])));
}

async function takeBatch(
  checkpoints: Checkpoints,
  events: readonly RecordedEvent[],
  parts: FollowerParts,
): Promise<void> {
  const { store, onFault, onParked, onProgress } = parts;
  const opened = await openWanted(checkpoints, events, parts.sealing);
  const changes: (Changes & { collection: Projection })[] = [];
  const faults: [Projection, ProjectionFault][] = [];
  const parked: [string, ParkedDocument[]][] = [];
  for (const [projection, checkpoint] of checkpoints) {
    const seen = projection.personal === "opened" ? opened : { events };
    const fresh = seen.events.filter(({ position }) => position > checkpoint);
    const folded = await foldBatch(projection, { ...seen, events: fresh }, (keys) => store.load(projection, keys));
    const { documents, failed } = folded;
    const held = failed ? fresh.slice(0, fresh.indexOf(failed.event)) : fresh;
    const position = held.at(-1)?.position ?? checkpoint;
    changes.push({ collection: projection, documents, checkpoint: position });
    if (folded.parked.size > 0) {
      parked.push([projection.name, [...folded.parked].map(([key, why]) => ({ key, ...why }))]);
    }
    if (failed) faults.push([projection, faultOf(projection, position, failed)]);
  }
  await store.write(changes);
  for (const { collection, checkpoint } of changes) checkpoints.set(collection, checkpoint);
  onProgress(new Map(changes.map(({ collection, checkpoint }) => [collection.name, checkpoint])));
  for (const [name, documents] of parked) onParked?.(name, documents);
  for (const [projection, fault] of faults) {
    checkpoints.delete(projection);
    onFault(fault);
  }
}

/** Decrypts the events whose personal fields a projection needs, once for all projections. */
async function openWanted(
  checkpoints: Checkpoints,
  events: readonly RecordedEvent[],
  sealing: FollowerParts["sealing"],
): Promise<Openable> {
  const wanting = [...checkpoints.keys()].filter(({ personal }) => personal === "opened");
  const wanted = events.filter(({ type }) => wanting.some(({ takes }) => takes.includes(type)));
  if (wanted.length === 0) return { events };
  const { events: known, ...rest } = await openEach(wanted, sealing);
  const opened = new Map(known.map((event) => [event.id, event]));
  return { ...rest, events: events.map((event) => opened.get(event.id) ?? event) };
}

function faultOf({ name }: Projection, position: Position, failed: NonNullable<FoldedBatch["failed"]>) {
  const { id, type } = failed.event;
  return { projection: name, position, event: { id, type }, reason: String(failed.error) };
}

function stopAll(checkpoints: Checkpoints, error: unknown, { onFault }: FollowerParts): void {
  for (const [{ name }, position] of checkpoints) {
    onFault({ projection: name, position, event: null, reason: String(error) });
  }
  checkpoints.clear();
}
