import { DamagedEvent, type EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { type RecordedEvent, UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import type { Projection } from "../read-models/projection.ts";
import { BuildSwitched, type Changes, type ParkedDocument, type ReadStoreWriter } from "../store/read-store.ts";
import { checkpointsOf, reached } from "./checkpoints.ts";
import { type DecryptedEvents, decryptEach } from "./decrypt-each.ts";
import { type FoldedBatch, foldBatch, typesOf } from "./fold-batch.ts";
import type { Followed } from "./partitions.ts";
import { yieldBetweenSteps } from "./yield-between-steps.ts";

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
  /** Called after every batch with each projection's position: of its least far partition, whoever follows that. */
  onProgress: (positions: ReadonlyMap<string, Position>) => void;
  onFault: (fault: ProjectionFault) => void;
  /** Called with newly parked documents; the reasons are stored with them. */
  onParked?: (projection: string, documents: readonly ParkedDocument[]) => void;
  /** Called on an error that will be retried. */
  reportError: (error: unknown) => void;
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Projections that one follower runs together, each from its own checkpoint. */
export type Checkpoints = Map<Followed, Position>;

/**
 * Applies the log to the documents until the signal aborts, or every projection has stopped. Two followers of the same
 * projections do not harm each other, and a follower that was killed continues from its checkpoint.
 */
export async function follow(checkpoints: Checkpoints, parts: FollowerParts, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let switched = false;
  const betweenSteps = yieldBetweenSteps(signal);
  const followOn = async () => {
    if (switched) await resumeFromCheckpoints(checkpoints, parts);
    switched = false;
    for await (const events of parts.log.follow(lowest(checkpoints.values()), signal)) {
      await takeBatch(checkpoints, events, { ...parts, betweenSteps });
      failures = 0;
      if (checkpoints.size === 0) return;
      await betweenSteps();
    }
  };
  const recover = async (error: unknown) => {
    // A batch that was not finished is read again by the next follower.
    if (error === signal.reason) return;
    if (isDamage(error)) return stopAll(checkpoints, error, parts);
    if (error instanceof BuildSwitched) switched = true;
    else await waitOut({ error, failures: ++failures }, parts, signal);
  };
  while (!signal.aborted && checkpoints.size > 0) await followOn().catch(recover);
}

/** Reports an error and waits before the next attempt, longer after more `failures` in a row. */
export async function waitOut(
  { error, failures }: { error: unknown; failures: number },
  parts: Pick<FollowerParts, "reportError" | "pause">,
  signal: AbortSignal,
): Promise<void> {
  parts.reportError(error);
  await (parts.pause ?? pause)(backoffMs(failures), signal);
}

const lowest = (positions: Iterable<Position>): Position => [...positions].reduce((a, b) => (b < a ? b : a));

/** A retry cannot help: the stored bytes do not change. */
export const isDamage = (error: unknown): boolean => error instanceof UnreadableEvent || error instanceof DamagedEvent;

/** Continues from the checkpoints of the builds that are active now. */
async function resumeFromCheckpoints(checkpoints: Checkpoints, { store, onProgress }: FollowerParts): Promise<void> {
  for (const [projection, position] of await checkpointsOf([...checkpoints.keys()], store)) {
    checkpoints.set(projection, position);
  }
  onProgress(await reached(checkpoints, store));
}

interface BatchParts extends FollowerParts {
  betweenSteps: ReturnType<typeof yieldBetweenSteps>;
}

async function takeBatch(checkpoints: Checkpoints, events: readonly RecordedEvent[], parts: BatchParts): Promise<void> {
  const { onFault, onParked, onProgress } = parts;
  const opened = await decryptWanted(checkpoints, events, parts.sealing);
  const steps: Step[] = [];
  for (const [projection, checkpoint] of checkpoints) {
    const decrypted = projection.personal === "opened" ? opened : { events };
    steps.push(await foldAfter({ projection, checkpoint }, decrypted, parts));
  }
  await parts.store.write(steps.map(({ changes }) => changes));
  const positions = new Map(steps.map(({ projection, changes }) => [projection, changes.checkpoint.position]));
  for (const [projection, position] of positions) checkpoints.set(projection, position);
  for (const { projection, parked } of steps) if (parked.length > 0) onParked?.(projection.name, parked);
  for (const { projection, fault } of steps) {
    if (!fault) continue;
    checkpoints.delete(projection);
    onFault(fault);
  }
  onProgress(await reached(positions, parts.store));
}

/** What a batch did to the documents of one projection. */
interface Step {
  projection: Followed;
  changes: Changes;
  parked: ParkedDocument[];
  /** Why the projection goes no further, or null. */
  fault: ProjectionFault | null;
}

/** Folds the events after the checkpoint. Writes nothing. What authentication needs does not wait for other work in between. */
async function foldAfter(
  { projection, checkpoint }: { projection: Followed; checkpoint: Position },
  decrypted: DecryptedEvents,
  { store, betweenSteps }: BatchParts,
): Promise<Step> {
  const events = decrypted.events.filter(({ position }) => position > checkpoint);
  const folding = {
    load: (keys: readonly string[]) => store.load(projection, keys),
    betweenSteps: projection.group === "authentication" ? undefined : betweenSteps,
  };
  const folded = await foldBatch(projection, { ...decrypted, events }, folding);
  const { documents, parked, failed } = folded;
  const done = failed ? events.slice(0, events.indexOf(failed.event)) : events;
  const last = done.at(-1);
  // Without a new event, the stored checkpoint stays.
  const to = { position: last?.position ?? checkpoint, eventId: last?.id ?? null };
  return {
    projection,
    changes: { collection: projection, documents, checkpoint: to, partitions: projection.partitions },
    parked: [...parked].map(([key, why]) => ({ key, ...why })),
    fault: failed && faultOf(projection, to.position, failed),
  };
}

/** Decrypts the events whose personal fields a projection needs, once for all projections. */
async function decryptWanted(
  checkpoints: Checkpoints,
  events: readonly RecordedEvent[],
  sealing: FollowerParts["sealing"],
): Promise<DecryptedEvents> {
  const wanting = [...checkpoints.keys()].filter(({ personal }) => personal === "opened");
  const wanted = events.filter((event) => wanting.some((projection) => mayTouch(projection, event)));
  if (wanted.length === 0) return { events };
  const { events: known, ...rest } = await decryptEach(wanted, sealing);
  const decrypted = new Map(known.map((event) => [event.id, event]));
  return { ...rest, events: events.map((event) => decrypted.get(event.id) ?? event) };
}

/** Whether the event may change a document that is followed here. */
function mayTouch(projection: Followed, event: RecordedEvent): boolean {
  if (!typesOf(projection).has(event.type)) return false;
  if (!projection.partitions) return true;
  try {
    return projection.keys(event).length > 0;
  } catch {
    // Folding it reports that.
    return true;
  }
}

function faultOf(
  { name }: Projection,
  position: Position,
  failed: NonNullable<FoldedBatch["failed"]>,
): ProjectionFault {
  const { id, type } = failed.event;
  return { projection: name, position, event: { id, type }, reason: String(failed.error) };
}

function stopAll(checkpoints: Checkpoints, error: unknown, { onFault }: FollowerParts): void {
  for (const [{ name }, position] of checkpoints) {
    onFault({ projection: name, position, event: null, reason: String(error) });
  }
  checkpoints.clear();
}
