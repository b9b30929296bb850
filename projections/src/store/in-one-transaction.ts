import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Does all of the work or none of it. Whoever else would write waits. */
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

/** The same, but others of this thread go on while it waits: one of them may be who has the database. */
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
