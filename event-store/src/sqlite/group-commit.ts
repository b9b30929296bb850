import { basename } from "node:path";
import type { DatabaseSync, DatabaseSyncOptions } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { openDatabase } from "./open-database.ts";

/** The outcome of one write. Outcomes are sent back in the order of the batch. */
export type Outcome<Answer> = { answer: Answer } | { failed: string };

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export interface WriterData {
  file: string;
  /** How it is opened, where that differs from `openDatabase`. */
  options?: Pick<DatabaseSyncOptions, "timeout">;
}

/**
 * What some writes need after the commit and before the answer: `run` runs once for a batch that has such a write. If it throws, only
 * these have failed, because all are committed by then.
 */
export interface Afterwards<Write> {
  isNeededBy(write: Write): boolean;
  run(): void;
}

/**
 * Runs the thread that owns a database file. Each message is a batch of writes that share one durable transaction. `open` prepares
 * the schema and returns `write`, which makes one write, `afterwards`, and `answered`, which runs after the answer.
 */
export function serveWrites<Write, Answer>(
  open: (database: DatabaseSync) => {
    write: (write: Write) => Answer;
    afterwards?: Afterwards<Write>;
    answered?: () => void;
  },
): void {
  const { file, options } = workerData as WriterData;
  const database = openDatabase(file, { readBigInts: true, ...options });
  // FULL: an acknowledged commit survives power loss. secure_delete: deleted data is overwritten.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON");
  const { write, afterwards, answered } = open(database);
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");

  const beginAll = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const begin = database.prepare("SAVEPOINT one");
  const keep = database.prepare("RELEASE one");
  const undo = database.prepare("ROLLBACK TO one");

  /** Makes one write in a savepoint: if the database rejects it, the other writes of the batch are kept. */
  const byItself = (one: Write): Outcome<Answer> => {
    begin.run();
    try {
      const answer = write(one);
      keep.run();
      return { answer };
    } catch (error) {
      // After a disk error SQLite ends the whole transaction: then none of the batch is written.
      if (!database.isTransaction) throw error;
      undo.run();
      keep.run();
      return { failed: messageOf(error) };
    }
  };

  const inOneTransaction = (writes: Write[]): Outcome<Answer>[] => {
    beginAll.run();
    try {
      const [only, ...others] = writes;
      // A single write needs no savepoint: ending the transaction undoes it.
      const outcomes = only && others.length === 0 ? [{ answer: write(only) }] : writes.map(byItself);
      tracepoint("batch written", () => basename(file));
      commit.run();
      tracepoint("batch committed", () => basename(file));
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };

  const outcomesOf = (writes: Write[]): Outcome<Answer>[] => {
    try {
      return inOneTransaction(writes);
    } catch (error) {
      const failed = messageOf(error);
      return writes.map(() => ({ failed }));
    }
  };

  const finished = (writes: Write[], outcomes: Outcome<Answer>[]): Outcome<Answer>[] => {
    const isNeeded = (index: number) => {
      const write = writes[index];
      return write !== undefined && "answer" in (outcomes[index] ?? {}) && afterwards?.isNeededBy(write) === true;
    };
    if (!outcomes.some((_, index) => isNeeded(index))) return outcomes;
    try {
      afterwards?.run();
      return outcomes;
    } catch (error) {
      const failed = messageOf(error);
      return outcomes.map((outcome, index) => (isNeeded(index) ? { failed } : outcome));
    }
  };

  port.on("message", (message: Write[] | "close") => {
    if (message === "close") {
      database.close();
      port.close();
      return;
    }
    port.postMessage(finished(message, outcomesOf(message)));
    answered?.();
  });
  port.postMessage("ready");
}
