import type { DatabaseSync } from "node:sqlite";

/** Compactions of one file take at most this share of the time, so the largest files wait longest. */
const share = 1 / 3600;
const mostPauseMs = 24 * 3_600_000;

/** The file holds nothing but what is stored. Zero is a file of which nothing is known, greater numbers count removals. */
const clean = 1;
const mostCounted = 2 ** 31 - 1;

/**
 * Rewrites a database file without what was removed from it. `secure_delete` overwrites deleted cells, but SQLite also leaves copies of cells
 * between the cells and the pointers of a page when it rebuilds the page for a row that moves. No later deletion overwrites these.
 *
 * That there was a removal is kept as the file's `user_version`, which is part of the transaction: a process that is killed forgets none.
 */
export interface Compaction {
  /** To be called in the transaction that removes or replaces something. */
  noteRemoval(): void;
  /** Something was removed, in this process or in an earlier one, and no compaction has followed. */
  isNeeded(): boolean;
  /** Needed, and the previous one of this process is long enough ago. */
  isDue(): boolean;
  /** Milliseconds until a compaction that is needed is due. */
  pauseMs(): number;
  /**
   * Writes every page anew and empties the write-ahead log. Readers go on, writers wait: a second for 200 MB. Needs free space of twice
   * the file's size. Outside of transactions. @throws if the disk is full, or a reader in a transaction keeps old pages: then it is still needed
   */
  compact(): void;
}

/** `now`: milliseconds on a clock that is never set back. */
export function compactionOf(database: DatabaseSync, now: () => number = () => performance.now()): Compaction {
  const version = database.prepare("PRAGMA user_version");
  const counted = () => Number(version.get()?.user_version);
  let dueAt = Number.NEGATIVE_INFINITY;

  /** Unless another connection has removed something meanwhile. */
  const setClean = (before: number) => {
    database.exec("BEGIN IMMEDIATE");
    if (counted() === before) markClean(database);
    database.exec("COMMIT");
  };
  const isNeeded = () => counted() !== clean;
  const pauseMs = () => Math.max(0, dueAt - now());
  return {
    noteRemoval() {
      const before = counted();
      const count = before < mostCounted ? Math.max(before, clean) + 1 : clean + 1;
      database.exec(`PRAGMA user_version = ${count}`);
    },
    isNeeded,
    isDue: () => pauseMs() === 0 && isNeeded(),
    pauseMs,
    compact() {
      const [before, began] = [counted(), now()];
      try {
        database.exec("VACUUM");
        emptyWriteAheadLog(database);
        setClean(before);
      } finally {
        const ended = now();
        dueAt = ended + Math.min(mostPauseMs, (ended - began) / share);
      }
    },
  };
}

/** Notes that the file holds nothing that was removed: it was just created or compacted. */
export const markClean = (database: DatabaseSync): void => database.exec(`PRAGMA user_version = ${clean}`);

/** How long another connection's checkpoint is waited for: longer than that one waits for readers. */
const patienceMs = 10_000;
const pauseOf = new Int32Array(new SharedArrayBuffer(4));

/** Moves all of the write-ahead log into the file. Blocks the thread. @throws if a reader in a transaction still needs it */
export function emptyWriteAheadLog(database: DatabaseSync): void {
  const checkpoint = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  const timeoutMs = Number(database.prepare("PRAGMA busy_timeout").get()?.timeout);
  const began = performance.now();
  for (let asked = began; Number(checkpoint.get()?.busy) !== 0; asked = performance.now()) {
    const now = performance.now();
    // SQLite waits for readers, but refuses at once while another connection makes a checkpoint.
    if (2 * (now - asked) >= timeoutMs) throw new Error("a reader still keeps what was removed on the disk");
    if (now - began > patienceMs) throw new Error("another process still empties the write-ahead log");
    Atomics.wait(pauseOf, 0, 0, 5);
  }
}
