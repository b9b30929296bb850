import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type DecryptedEvents, decryptEach } from "./decrypt-each.ts";
import { typesOf } from "./fold-batch.ts";
import type { Followed } from "./partitions.ts";
import { type Batches, readAhead } from "./read-ahead.ts";

export interface ReadParts {
  log: Pick<EventLog, "follow">;
  sealing: Pick<Sealing, "decrypt">;
}

export interface Batch {
  events: readonly RecordedEvent[];
  /** The same, where a projection needs it with the personal fields decrypted. */
  opened: DecryptedEvents;
}

/** Batches of the events after a position that any of the projections takes, each with the last one that was read. */
export function readBatches(
  { projections, after }: { projections: readonly Followed[]; after: Position },
  { log, sealing }: ReadParts,
  signal: AbortSignal,
): Batches<Batch> {
  const reading = new AbortController();
  const types = new Set(projections.flatMap((projection) => [...typesOf(projection)]));
  const read = log.follow(after, AbortSignal.any([signal, reading.signal]), types);
  const prepare = async (events: readonly RecordedEvent[]) => ({
    events,
    opened: await decryptWanted(projections, events, sealing),
  });
  return readAhead(read, { prepare, stop: () => reading.abort() });
}

/** Decrypts the events whose personal fields a projection needs, once for all projections. */
async function decryptWanted(
  projections: readonly Followed[],
  events: readonly RecordedEvent[],
  sealing: ReadParts["sealing"],
): Promise<DecryptedEvents> {
  const wanting = projections.filter(({ personal }) => personal === "opened");
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
