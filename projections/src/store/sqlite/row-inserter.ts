import type { DatabaseSync } from "node:sqlite";
import type { Values } from "./build-rows.ts";

/** Rows of one statement: running a statement takes about as long as inserting one more row. */
const together = 16;

interface Inserting {
  /** The table, with its columns unless these are all. */
  into: string;
  /** How many values a row has. */
  width: number;
  onConflict: string;
}

/** Inserts rows whose values come one after the other. */
export function rowInserter(database: DatabaseSync, { into, width, onConflict }: Inserting): (values: Values) => void {
  const row = `(${Array.from({ length: width }, () => "?").join(", ")})`;
  const insertOf = (rows: number) =>
    database.prepare(`INSERT INTO ${into} VALUES ${Array.from({ length: rows }, () => row).join(", ")} ${onConflict}`);
  const [many, one] = [insertOf(together), insertOf(1)];
  return (values) => {
    let at = 0;
    for (const step = together * width; at + step <= values.length; at += step)
      many.run(...values.slice(at, at + step));
    for (; at < values.length; at += width) one.run(...values.slice(at, at + width));
  };
}
