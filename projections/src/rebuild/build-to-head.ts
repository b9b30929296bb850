import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { foldBatch } from "../follower/fold-batch.ts";
import { openEach } from "../follower/open-each.ts";
import type { Projection } from "../read-models/projection.ts";
import type { BuildProgress } from "../store/builds.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";

export interface RebuildParts {
  log: Pick<EventLog, "scan" | "head">;
  sealing: Pick<Sealing, "decrypt">;
}

const batchSize = 2000;
const toldEveryMs = 500;

/**
 * Applies the log to a build that is not active yet, after position `from` up to the log's head. Yields to the event loop between batches.
 * @throws the signal's reason; UnreadableEvent and DamagedEvent, as every reader of the log
 */
export async function buildToHead(
  projection: Projection,
  build: Pick<ReadStoreWriter, "load" | "write">,
  { log, sealing }: RebuildParts,
  from: Position,
  tell: (progress: BuildProgress) => void,
  signal: AbortSignal,
  betweenBatches: () => Promise<unknown> = () => new Promise(setImmediate),
): Promise<Position> {
  const started = Date.now();
  const types = new Set<string>(projection.takes);
  let done = from;
  let told = started;
  const tellNow = async (at: number) => {
    const perSecond = (Number(done - from) * 1000) / Math.max(1, at - started);
    tell({ started, told: at, done, total: await log.head(), perSecond });
    told = at;
  };
  signal.throwIfAborted();
  for (;;) {
    const { events, checkedUpTo } = await log.scan(done, batchSize, types);
    if (checkedUpTo === done) break;
    signal.throwIfAborted();
    const openable = projection.personal === "opened" ? await openEach(events, sealing) : { events };
    const { documents, failed } = await foldBatch(projection, openable, (keys) => build.load(projection, keys));
    if (failed) throw failed.error;
    await build.write([{ collection: projection, documents, checkpoint: checkedUpTo }]);
    done = checkedUpTo;
    if (Date.now() - told >= toldEveryMs) await tellNow(Date.now());
    await betweenBatches();
  }
  await tellNow(Date.now());
  return done;
}

/** Estimated seconds left, at the average speed so far. */
export const estimateSeconds = ({ done, total, perSecond }: BuildProgress): number =>
  perSecond > 0 ? Math.ceil(Number(total - done) / perSecond) : Number.POSITIVE_INFINITY;
