import type { DatabaseSync } from "node:sqlite";

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
