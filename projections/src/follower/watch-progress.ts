import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { type Progress, ReportedProgress, sinceBoot } from "./progress.ts";
import { ProgressTracker } from "./progress-tracker.ts";

const defaultReadEveryMs = 250;
/** A log that is silent for so many milliseconds takes no writes either, until it goes on or is found to be unavailable. */
const silenceMs = 1000;

export interface WatchedParts {
  log: Pick<EventLog, "head">;
  store: Pick<ReadStoreWriter, "checkpoints">;
  /** The projections that are watched. */
  names: readonly string[];
  /** How long read models count as fresh after the log was last reached: an unavailable log takes no writes, so nothing new is missed. */
  staleSeconds: number;
  reportError(error: unknown): void;
  /** How often the checkpoints of other processes are read from the store. */
  readEveryMs?: number;
  /** Milliseconds on a monotonic clock. */
  clock?: () => number;
}

export interface WatchedProgress extends Progress {
  /** Call on a progress notification: if calls wait, the checkpoints are read at once. The notification itself is not trusted. */
  onNotification(): void;
  close(): Promise<void>;
}

/** The progress of projections that other processes run, read from the store and the log. */
export function watchProgress(parts: WatchedParts): WatchedProgress {
  const { log, store, names, staleSeconds, reportError, readEveryMs = defaultReadEveryMs, clock = sinceBoot } = parts;
  const tracker = new ProgressTracker(names.map((name) => [name, 0n]));
  const reportOnce = deduplicated(reportError);
  const stopping = new AbortController();
  let logReadAt = Number.NEGATIVE_INFINITY;
  let isLost = false;
  // While the log is unavailable nothing is written, so what was fresh stays fresh for a while.
  const now = () => {
    const at = clock();
    return isLost && at - logReadAt <= staleSeconds * 1000 ? logReadAt : at;
  };
  const progress = new ReportedProgress(now);
  let news = new AbortController();
  let waiting = 0;

  const readProgress = async () => {
    const at = clock();
    const head = log.head().then(
      (position) => ({ position }),
      (error: unknown) => ({ error }),
    );
    const silence = setTimeout(() => {
      isLost = true;
    }, silenceMs);
    void head.then(() => clearTimeout(silence));
    for (const { projection, position } of await store.checkpoints()) {
      if (tracker.positions.has(projection)) tracker.advance(projection, position);
    }
    const seen = await head;
    isLost = "error" in seen;
    if ("position" in seen) {
      tracker.observeHead(at, seen.position);
      logReadAt = at;
    }
    progress.update({ positions: tracker.positions, asOf: tracker.asOf });
    if ("error" in seen) throw seen.error;
  };
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      news = new AbortController();
      await readProgress().catch(reportOnce);
      await pause(readEveryMs, AbortSignal.any([stopping.signal, news.signal]));
    }
  })();

  return {
    async waitForPosition(asked, position, ms) {
      if (progress.position(asked) >= position) return true;
      waiting++;
      // Notifications since the last read were ignored if no call was waiting.
      news.abort();
      try {
        return await progress.waitForPosition(asked, position, ms);
      } finally {
        waiting--;
      }
    },
    lagSeconds: (asked) => progress.lagSeconds(asked),
    position: (asked) => progress.position(asked),
    onNotification() {
      if (waiting > 0) news.abort();
    },
    async close() {
      stopping.abort();
      await reading;
      progress.end();
    },
  };
}
