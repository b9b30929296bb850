import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Projection } from "../read-models/projection.ts";
import type { Kept, Parked } from "../store/read-store.ts";
import type { Openable } from "./open-each.ts";

export interface FoldedBatch {
  /** The touched documents, in their new state. */
  documents: Map<string, Kept>;
  /** Those of them that this batch parked. */
  parked: Map<string, Parked>;
  /** The event whose keys could not be determined. The documents hold every event before it, and none from it on. */
  failed: { event: RecordedEvent; error: unknown } | null;
}

type Step = [event: RecordedEvent, keys: readonly string[]];

/** `evolve` is pure, but the machine that runs it may fail: an error is retried before the document is parked. */
const attempts = 3;

/**
 * Applies events, in order, to the documents that they touch; skips events that a document already holds.
 * A document to which an event cannot be applied is parked: it gets no further events, and the others continue.
 */
export async function foldBatch(
  projection: Projection,
  { events, damaged }: Openable,
  load: (keys: readonly string[]) => Promise<Map<string, Kept>>,
): Promise<FoldedBatch> {
  const { steps, failed } = keyed(
    projection,
    events.filter(({ type }) => projection.takes.includes(type)),
  );
  const folded: FoldedBatch = { documents: new Map(), parked: new Map(), failed };
  if (steps.length === 0) return folded;
  const loaded = await load([...new Set(steps.flatMap(([, keys]) => keys))]);
  for (const step of steps) foldStep(projection, step, loaded, folded, damaged);
  return folded;
}

function foldStep(
  projection: Projection,
  [event, keys]: Step,
  loaded: ReadonlyMap<string, Kept>,
  { documents, parked }: FoldedBatch,
  damaged: Openable["damaged"],
): void {
  for (const key of keys) {
    const kept = documents.get(key) ?? loaded.get(key);
    if (kept && (kept.parked || kept.position >= event.position)) continue;
    const after = afterEvent(projection, event, kept?.document ?? null, damaged?.get(event.id));
    if (kept || after.document || after.parked) documents.set(key, after);
    if (after.parked) parked.set(key, after.parked);
  }
}

function keyed(projection: Projection, events: readonly RecordedEvent[]) {
  const steps: Step[] = [];
  for (const event of events) {
    try {
      steps.push([event, projection.keys(event)]);
    } catch (error) {
      return { steps, failed: { event, error } };
    }
  }
  return { steps, failed: null };
}

function afterEvent(projection: Projection, event: RecordedEvent, before: object | null, damage?: Error): Kept {
  const { id, type, position } = event;
  let why: unknown = damage;
  for (let attempt = 1; !damage && attempt <= attempts; attempt++) {
    try {
      return { position, document: projection.evolve(before, event) };
    } catch (error) {
      why = error;
    }
  }
  return { position, document: before, parked: { position, event: { id, type }, reason: String(why) } };
}
