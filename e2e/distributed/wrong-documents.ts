import { isDeepStrictEqual } from "node:util";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { foldBatch } from "@attestory/projections/follower/fold-batch.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import type { Kept, ReadStoreWriter } from "@attestory/projections/store/read-store.ts";

/**
 * Reports documents that differ from a replay of the log, one sentence each. A document must contain every event up to the checkpoint,
 * or up to its own position if that is later because a batch was interrupted.
 */
export async function wrongDocuments(
  { log, sealing }: ScratchService,
  store: ReadStoreWriter,
  keys: readonly string[],
): Promise<string[]> {
  const sealed = await log.readAll(0n, Number.MAX_SAFE_INTEGER);
  const opened = await sealing.decrypt(sealed);
  const wrong: string[] = [];
  for (const projection of allProjections) {
    const checkpoint = await store.checkpoint(projection.name);
    const kept = await store.load(projection, keys);
    const events = projection.personal === "opened" ? opened : sealed;
    for (const key of keys) {
      const stored = kept.get(key);
      const upTo = laterOf(stored?.position, checkpoint);
      const replayed = events.filter(({ position }) => position <= upTo);
      const expected = await folded(projection, replayed, key);
      if (!isDeepStrictEqual(stored, expected)) {
        wrong.push(`${projection.name} ${key}: ${shown(stored)}, but the log up to ${upTo} says ${shown(expected)}`);
      }
    }
  }
  return wrong;
}

const laterOf = (position: bigint | undefined, checkpoint: bigint) =>
  position !== undefined && position > checkpoint ? position : checkpoint;

async function folded(
  projection: Projection,
  events: readonly RecordedEvent[],
  key: string,
): Promise<Kept | undefined> {
  const touching = events.filter(
    (event) => projection.takes.includes(event.type) && projection.keys(event).includes(key),
  );
  const { documents } = await foldBatch(projection, { events: touching }, { load: async () => new Map() });
  const kept = documents.get(key);
  // The document as it is after storage as JSON.
  return kept && { ...kept, document: JSON.parse(JSON.stringify(kept.document)) };
}

const shown = (kept: Kept | undefined) => (kept ? `${kept.position} ${JSON.stringify(kept.document)}` : "nothing");
