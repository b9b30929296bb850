import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { failureReason } from "./backup/automatic/failure-reason.ts";

export interface WriteWatch {
  /** To be called with every error that is reported. */
  noticed(error: unknown): void;
  /** Why the log would refuse a write now, in words that may be shown to anyone; null if it would not. */
  fault(): Promise<string | null>;
}

/** Anyone may ask for the readiness: the disk is tried at most once in this time. */
const triedForMs = 1000;
/** As much as a page of SQLite. */
const tried = Buffer.alloc(4096);

/** Knows whether the data folder takes writes: it makes a small one, and remembers that the last append was refused until one is not. */
export function watchWrites({ dataDir, head }: { dataDir: string; head(): Promise<Position> }): WriteWatch {
  const file = join(dataDir, "writable");
  /** Null: the log could not say. */
  const position = () => head().catch(() => null);
  let isTrying = false;
  let triedAt = Number.NEGATIVE_INFINITY;
  let outcome = Promise.resolve<string | null>(null);
  let refusedAt: Promise<Position | null> | null = null;

  const tryFolder = async (): Promise<string | null> => {
    try {
      const handle = await open(file, "w");
      try {
        await handle.write(tried);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return null;
    } catch (error) {
      return `accepts no writes: ${failureReason(error)}`;
    } finally {
      await rm(file, { force: true }).catch(() => {});
    }
  };
  /** One at a time: on a disk that hangs, more of them would take every thread that works with files. */
  const trial = (): Promise<string | null> => {
    if (isTrying || performance.now() - triedAt < triedForMs) return outcome;
    isTrying = true;
    outcome = tryFolder().finally(() => {
      isTrying = false;
      triedAt = performance.now();
    });
    return outcome;
  };

  return {
    noticed(error) {
      // Without a cause nothing was appended, such as where a check before it took too long.
      if (error instanceof LogUnavailable && error.cause !== undefined) refusedAt = position();
    },
    async fault() {
      const reason = await trial();
      if (reason !== null || refusedAt === null) return reason;
      const [then, now] = [await refusedAt, await position()];
      if (then !== null && now !== null && now > then) refusedAt = null;
      // Refused before the log could say where it was: it counts from now on.
      else if (then === null) refusedAt = Promise.resolve(now);
      return refusedAt === null ? null : "did not accept the last write";
    },
  };
}
