import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Projection } from "../projection.ts";
import type { Kept } from "../store/read-store.ts";

export interface FoldedBatch {
  /** The documents that were touched, as they are afterwards. */
  documents: Map<string, Kept>;
  /** What could not be folded. The documents hold everything before it, and nothing of it or after it. */
  failed: { event: RecordedEvent; error: unknown } | null;
}

type Step = [event: RecordedEvent, keys: readonly string[]];

/** Folds events, in their order, into the documents that they touch; events that a document already holds change nothing in it. */
export async function foldBatch(
  projection: Projection,
  events: readonly RecordedEvent[],
  load: (keys: readonly string[]) => Promise<Map<string, Kept>>,
): Promise<FoldedBatch> {
  const { steps, failed } = keyed(
    projection,
    events.filter(({ type }) => projection.takes.includes(type)),
  );
  const documents = new Map<string, Kept>();
  if (steps.length === 0) return { documents, failed };
  const loaded = await load([...new Set(steps.flatMap(([, keys]) => keys))]);
  for (const step of steps) {
    try {
      // Together: an event counts for all of its documents or for none.
      for (const [key, document] of afterEvent(projection, step, (key) => documents.get(key) ?? loaded.get(key))) {
        documents.set(key, document);
      }
    } catch (error) {
      return { documents, failed: { event: step[0], error } };
    }
  }
  return { documents, failed };
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

function afterEvent(projection: Projection, [event, keys]: Step, before: (key: string) => Kept | undefined) {
  const after: [string, Kept][] = [];
  for (const key of keys) {
    const kept = before(key);
    if (kept && kept.position >= event.position) continue;
    const document = projection.apply(kept?.document ?? null, event);
    if (kept || document) after.push([key, { position: event.position, document }]);
  }
  return after;
}
