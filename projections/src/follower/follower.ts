import { DamagedEvent } from "@attestory/event-store/log/event-log.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import type { Projection } from "../read-models/projection.ts";
import { BuildSwitched, type Changes, type ParkedDocument, type ReadStoreWriter } from "../store/read-store.ts";
import { type Batch, type ReadParts, readBatches } from "./batches.ts";
import { checkpointsOf, reached } from "./checkpoints.ts";
import type { DecryptedEvents } from "./decrypt-each.ts";
import { type FoldedBatch, foldBatch } from "./fold-batch.ts";
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

export interface FollowerParts extends ReadParts {
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
    const batches = readBatches(
      { projections: [...checkpoints.keys()], after: lowest(checkpoints.values()) },
      parts,
      signal,
    );
    // A store of this process writes in this thread: nothing can be read meanwhile.
    const whileWriting = parts.store.partitions > 1 ? batches.prepareNext : () => undefined;
    try {
      for (let batch = await batches.next(); batch; batch = await batches.next()) {
        await takeBatch(checkpoints, batch, { ...parts, betweenSteps, whileWriting });
        failures = 0;
        if (checkpoints.size === 0) return;
        await betweenSteps();
      }
    } finally {
      await batches.close();
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
  /** Called when a batch is about to be written. */
  whileWriting: () => void;
}

async function takeBatch(checkpoints: Checkpoints, { events, opened }: Batch, parts: BatchParts): Promise<void> {
  const { onFault, onParked, onProgress } = parts;
  const steps: Step[] = [];
  for (const [projection, checkpoint] of checkpoints) {
    const decrypted = projection.personal === "opened" ? opened : { events };
    steps.push(await foldAfter({ projection, checkpoint }, decrypted, parts));
  }
  parts.whileWriting();
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
  const { documents, newKeys, parked, failed } = folded;
  const done = failed ? events.slice(0, events.indexOf(failed.event)) : events;
  const last = done.at(-1);
  // Without a new event, the stored checkpoint stays.
  const to = { position: last?.position ?? checkpoint, eventId: last?.id ?? null };
  return {
    projection,
    changes: { collection: projection, documents, newKeys, checkpoint: to, partitions: projection.partitions },
    parked: [...parked].map(([key, why]) => ({ key, ...why })),
    fault: failed && faultOf(projection, to.position, failed),
  };
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
