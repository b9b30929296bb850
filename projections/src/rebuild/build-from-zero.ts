import type { Position } from "@attestory/events/envelope.ts";
import type { EventLog } from "@attestory/events/log/event-log.ts";
import type { Sealing } from "@attestory/events/vault/sealing.ts";
import { foldBatch } from "../follower/fold-batch.ts";
import { openEach } from "../follower/open-each.ts";
import type { Projection } from "../projection.ts";
import type { BuildProgress, UnsealedBuild } from "../store/builds.ts";

export interface RebuildParts {
  log: Pick<EventLog, "scan" | "head">;
  sealing: Pick<Sealing, "opened">;
}

const batchSize = 2000;
const toldEveryMs = 500;

/**
 * Folds the log, from its beginning to its head, into a build that nobody reads yet. Between batches it lets others of the thread go on.
 * @throws the signal's reason; UnreadableEvent and DamagedEvent, as every reader of the log
 */
export async function buildFromZero(
  projection: Projection,
  build: Pick<UnsealedBuild, "load" | "write">,
  { log, sealing }: RebuildParts,
  tell: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<Position> {
  const started = Date.now();
  const types = new Set<string>(projection.takes);
  let done: Position = 0n;
  let total = await log.head();
  let told = started;
  for (;;) {
    signal.throwIfAborted();
    const { events, reached } = await log.scan(done, batchSize, types);
    if (reached === done) break;
    const openable = projection.personal === "opened" ? await openEach(events, sealing) : { events };
    const { documents, failed } = await foldBatch(projection, openable, (keys) => build.load(projection, keys));
    if (failed) throw failed.error;
    await build.write([{ collection: projection, documents, checkpoint: reached }]);
    done = reached;
    const now = Date.now();
    if (now - told < toldEveryMs) continue;
    total = await log.head();
    tell({ started, told: now, done, total, perSecond: perSecond(done, now - started) });
    told = now;
    await new Promise(setImmediate);
  }
  const end = Date.now();
  tell({ started, told: end, done, total: done, perSecond: perSecond(done, end - started) });
  return done;
}

const perSecond = (events: Position, ms: number) => (Number(events) * 1000) / Math.max(1, ms);

/** Seconds until it is done, at the speed it has had. */
export const estimateSeconds = ({ done, total, perSecond }: BuildProgress): number =>
  perSecond > 0 ? Math.ceil(Number(total - done) / perSecond) : Number.POSITIVE_INFINITY;
