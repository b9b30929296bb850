import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Projection } from "../read-models/projection.ts";
import type { Kept, Parked } from "../store/read-store.ts";
import type { DecryptedEvents } from "./decrypt-each.ts";

export interface FoldedBatch {
  /** The touched documents, in their new state. */
  documents: Map<string, Kept>;
  /** The keys of those that were not there before. */
  newKeys: Set<string>;
  /** Those of them that this batch parked. */
  parked: Map<string, Parked>;
  /** The event whose keys could not be determined. The documents hold every event before it, and none from it on. */
  failed: { event: RecordedEvent; error: unknown } | null;
}

interface Folding {
  load(keys: readonly string[]): Promise<Map<string, Kept>>;
  /** Called before each step; null: go on at once. */
  betweenSteps?: (() => Promise<void> | null) | undefined;
}

interface Step {
  event: RecordedEvent;
  key: string;
}

/** `evolve` is pure, but the machine that runs it may fail: an error is retried before the document is parked. */
const attempts = 3;

/**
 * Applies events, in order, to the documents that they touch; skips events that a document already holds.
 * A document to which an event cannot be applied is parked: it gets no further events, and the others continue.
 */
export async function foldBatch(
  projection: Projection,
  { events, damaged }: DecryptedEvents,
  { load, betweenSteps }: Folding,
): Promise<FoldedBatch> {
  const types = typesOf(projection);
  const taken = events.filter(({ type }) => types.has(type));
  const { steps, failed } = keyed(projection, taken);
  const folded: FoldedBatch = { documents: new Map(), newKeys: new Set(), parked: new Map(), failed };
  if (steps.length === 0) return folded;
  const loaded = await load([...new Set(steps.map(({ key }) => key))]);
  for (const step of steps) {
    const { event, key } = step;
    const turn = betweenSteps?.();
    if (turn) await turn;
    const before = folded.documents.get(key) ?? loaded.get(key);
    const after = afterEvent(projection, step, { before, damage: damaged?.get(event.id) });
    if (!after) continue;
    folded.documents.set(key, after);
    if (after.parked) folded.parked.set(key, after.parked);
  }
  folded.newKeys = new Set(folded.documents.keys().filter((key) => !loaded.has(key)));
  return folded;
}

const known = new WeakMap<Projection, ReadonlySet<string>>();

/** The types of events that a projection takes. */
export function typesOf(projection: Projection): ReadonlySet<string> {
  const types = known.get(projection) ?? new Set<string>(projection.takes);
  known.set(projection, types);
  return types;
}

/** Whether the event changes nothing: the document holds it already, or is parked. */
const isFinal = ({ parked, position }: Kept, event: RecordedEvent): boolean =>
  parked !== undefined || position >= event.position;

function keyed(projection: Projection, events: readonly RecordedEvent[]) {
  const steps: Step[] = [];
  for (const event of events) {
    try {
      steps.push(...projection.keys(event).map((key) => ({ event, key })));
    } catch (error) {
      return { steps, failed: { event, error } };
    }
  }
  return { steps, failed: null };
}

interface Before {
  before: Kept | undefined;
  /** Why the event could not be decrypted. */
  damage: Error | undefined;
}

/**
 * Null if nothing is to be written: the document is final, there was none and is none, or `evolve` returned the same object. The stored
 * document may then have an older position: should the event come again, it changes nothing again.
 */
function afterEvent(projection: Projection, step: Step, { before, damage }: Before): Kept | null {
  const { event } = step;
  if (before && isFinal(before, event)) return null;
  const document = before?.document ?? null;
  const after = damage ? parkedBy(event, document, damage) : evolved(projection, step, document);
  if (after.parked) return after;
  return after.document === document ? null : after;
}

function evolved(projection: Projection, { event, key }: Step, document: object | null): Kept {
  let reason: unknown;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return { position: event.position, document: projection.evolve(document, event, key) };
    } catch (error) {
      reason = error;
    }
  }
  return parkedBy(event, document, reason);
}

const parkedBy = ({ id, type, position }: RecordedEvent, document: object | null, reason: unknown): Kept => ({
  position,
  document,
  parked: { position, event: { id, type }, reason: String(reason) },
});
