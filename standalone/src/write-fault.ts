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
  let trial = { at: Number.NEGATIVE_INFINITY, outcome: Promise.resolve<string | null>(null) };
  let refusedAt: Promise<Position> | null = null;

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

  return {
    noticed(error) {
      if (error instanceof LogUnavailable) refusedAt = head();
    },
    async fault() {
      if (performance.now() - trial.at > triedForMs) trial = { at: performance.now(), outcome: tryFolder() };
      const reason = await trial.outcome;
      if (reason !== null) return reason;
      if (refusedAt === null) return null;
      if ((await refusedAt) === (await head())) return "did not accept the last write";
      refusedAt = null;
      return null;
    },
  };
}
