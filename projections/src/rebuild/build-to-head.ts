import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { decryptEach } from "../follower/decrypt-each.ts";
import { foldBatch } from "../follower/fold-batch.ts";
import type { Projection } from "../read-models/projection.ts";
import type { BuildProgress } from "../store/builds.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";

export interface FoldParts {
  log: Pick<EventLog, "scan" | "head">;
  sealing: Pick<Sealing, "decrypt">;
}

const batchSize = 2000;
const reportEveryMs = 500;

/** A build that is not active yet, and how it is brought up to the log's head. */
export interface BuildRun {
  projection: Projection;
  build: Pick<ReadStoreWriter, "load" | "write">;
  /** The build holds every event up to this position. */
  from: Position;
  onProgress?: (progress: BuildProgress) => void;
  /** Runs between two batches; unless it is given, they yield to the event loop. */
  betweenBatches?: (() => Promise<unknown>) | undefined;
}

const yieldToOthers = () => new Promise(setImmediate);

/**
 * Applies the log up to its head to a build and returns that position.
 * @throws the signal's reason; UnreadableEvent and DamagedEvent, as every reader of the log
 */
export async function buildToHead(run: BuildRun, parts: FoldParts, signal: AbortSignal): Promise<Position> {
  const { projection, build, from, betweenBatches = yieldToOthers } = run;
  const { log, sealing } = parts;
  const types = new Set<string>(projection.takes);
  const reporter = createReporter(run, log);
  let done = from;
  signal.throwIfAborted();
  for (;;) {
    const { events, checkedUpTo, lastId } = await log.scan(done, batchSize, types);
    if (checkedUpTo === done) break;
    signal.throwIfAborted();
    const decrypted = projection.personal === "opened" ? await decryptEach(events, sealing) : { events };
    const { documents, failed } = await foldBatch(projection, decrypted, {
      load: (keys) => build.load(projection, keys),
    });
    if (failed) throw failed.error;
    await build.write([{ collection: projection, documents, checkpoint: { position: checkedUpTo, eventId: lastId } }]);
    done = checkedUpTo;
    await reporter.reportIfDue(done);
    await betweenBatches();
  }
  await reporter.report(done);
  return done;
}

/** Reports the progress of a build twice a second. */
function createReporter({ from, onProgress }: BuildRun, log: Pick<EventLog, "head">) {
  const started = Date.now();
  let reportedAt = started;
  const report = async (done: Position) => {
    const at = Date.now();
    const perSecond = (Number(done - from) * 1000) / Math.max(1, at - started);
    onProgress?.({ started, told: at, done, total: await log.head(), perSecond });
    reportedAt = at;
  };
  return {
    report,
    reportIfDue: async (done: Position) => {
      if (Date.now() - reportedAt >= reportEveryMs) await report(done);
    },
  };
}

/** Estimated seconds left, at the average speed so far. */
export const estimateSeconds = ({ done, total, perSecond }: BuildProgress): number =>
  perSecond > 0 ? Math.ceil(Number(total - done) / perSecond) : Number.POSITIVE_INFINITY;
