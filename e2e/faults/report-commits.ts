import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Loaded into the product by `--import`, in each of its threads. Before each commit it adds a line to the file `REPORT_COMMITS`: the
 * database's file, and the journal mode and the `synchronous` level of the connection that commits.
 */
const file = process.env.REPORT_COMMITS ?? "";
const { prepare, exec } = DatabaseSync.prototype;
const isCommit = (sql: string) => /^\s*COMMIT\b/i.test(sql);

function report(database: DatabaseSync): void {
  const readPragma = (pragma: string) => Object.values(prepare.call(database, `PRAGMA ${pragma}`).get() ?? {}).join();
  const line = [basename(database.location() ?? ""), readPragma("journal_mode"), readPragma("synchronous")];
  appendFileSync(file, `${line.join(" ")}\n`);
}

DatabaseSync.prototype.prepare = function (sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest);
  if (!isCommit(sql)) return statement;
  const run = statement.run.bind(statement);
  // A commit has no parameters.
  statement.run = () => {
    report(this);
    return run();
  };
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  if (isCommit(sql)) report(this);
  exec.call(this, sql);
};
