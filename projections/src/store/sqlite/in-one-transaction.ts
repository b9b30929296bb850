import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Does all of the work or none of it. Other writers wait. */
export function inOneTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

const patienceMs = 5000;
const againMs = 2;
/** SQLITE_BUSY */
const busy = 5;

/** The same, but does not block the thread while it waits: the writer that holds the lock may run in this thread. */
export async function whenFree<Result>(database: DatabaseSync, work: () => Result): Promise<Result> {
  const until = performance.now() + patienceMs;
  for (;;) {
    database.exec("PRAGMA busy_timeout = 0");
    try {
      return inOneTransaction(database, work);
    } catch (error) {
      const isBusy = error instanceof Error && "errcode" in error && error.errcode === busy;
      if (!isBusy || performance.now() > until) throw error;
    } finally {
      database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    }
    await sleep(againMs);
  }
}
