import type { DatabaseSync } from "node:sqlite";
import type { Build, BuildProgress, Writing } from "../builds.ts";
import { inOneTransaction } from "./in-one-transaction.ts";

/** Which builds exist, and which of them are active. Only the holder of its transaction can change that. */
export interface SqliteCatalogue {
  /** The active build; null before the first one exists. */
  running(projection: string): number | null;
  list(): Build[];
  /** Adds a build under a number that no build of the projection ever had. */
  add(projection: string, state: Build["state"]): number;
  /** @throws TypeError when there is no such build */
  place(projection: string, build: number, state: Build["state"]): void;
  saveProgress(projection: string, build: number, progress: BuildProgress): void;
  remove(projection: string, build: number): void;
  /** Marks a build as one of carried over documents. */
  markCarriedOver(projection: string, build: number): void;
  alone<Result>(work: () => Result): Result;
}

const now = () => Date.now();

export function sqliteCatalogue(database: DatabaseSync): SqliteCatalogue {
  const running = activeBuild(database);
  const list = database.prepare(
    `SELECT builds.*, carried_over.build AS is_carried_over, documents, of_all, documents_per_second FROM builds
     LEFT JOIN carried_over USING (projection, build) LEFT JOIN writing USING (projection, build)
     ORDER BY projection, build DESC`,
  );
  const number = database.prepare(
    `INSERT INTO numbers (projection, last) VALUES (?, 1)
     ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last`,
  );
  const insert = database.prepare(
    `INSERT INTO builds (projection, build, state, since, started, told, done, total, per_second)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0)`,
  );
  const place = database.prepare("UPDATE builds SET state = ?, since = ? WHERE projection = ? AND build = ?");
  const updateProgress = database.prepare(
    `UPDATE builds SET started = ?, told = ?, done = ?, total = ?, per_second = ? WHERE projection = ? AND build = ?`,
  );
  const updateWriting = database.prepare("INSERT OR REPLACE INTO writing VALUES (?, ?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM builds WHERE projection = ? AND build = ? AND state <> 'running'");
  const forget = ["passed", "carried_over", "writing"].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE projection = ? AND build = ?`),
  );
  const carryOver = database.prepare("INSERT INTO carried_over (projection, build) VALUES (?, ?)");
  return {
    running,
    list: () => list.all().map(buildOf),
    add(projection, state) {
      const build = number.get(projection)?.last as number;
      insert.run(projection, build, state, now(), now(), now());
      return build;
    },
    place(projection, build, state) {
      if (Number(place.run(state, now(), projection, build).changes) === 1) return;
      throw new TypeError(`there is no build ${build} of ${projection}`);
    },
    saveProgress(projection, build, { started, told, done, total, perSecond, writing }) {
      updateProgress.run(started, told, done, total, Math.round(perSecond), projection, build);
      if (!writing) return;
      updateWriting.run(projection, build, writing.documents, writing.of, Math.round(writing.perSecond));
    },
    remove(projection, build) {
      if (Number(remove.run(projection, build).changes) !== 1) return;
      for (const each of forget) each.run(projection, build);
    },
    markCarriedOver: (projection, build) => void carryOver.run(projection, build),
    alone: (work) => inOneTransaction(database, work),
  };
}

/** Returns the active build of a projection. Also works on a read-only connection. */
export function activeBuild(database: DatabaseSync): (projection: string) => number | null {
  const running = database.prepare("SELECT build FROM builds WHERE projection = ? AND state = 'running'");
  return (projection) => (running.get(projection)?.build as number | undefined) ?? null;
}

const buildOf = (row: Record<string, unknown>): Build => ({
  projection: row.projection as string,
  build: row.build as number,
  state: row.state as Build["state"],
  isCarriedOver: row.is_carried_over !== null,
  since: row.since as number,
  progress: {
    started: row.started as number,
    told: row.told as number,
    done: BigInt(row.done as number),
    total: BigInt(row.total as number),
    perSecond: row.per_second as number,
    ...(row.documents !== null && { writing: writingOf(row) }),
  },
});

const writingOf = (row: Record<string, unknown>): Writing => ({
  documents: row.documents as number,
  of: row.of_all as number,
  perSecond: row.documents_per_second as number,
});
