import type { DatabaseSync } from "node:sqlite";
import { OldFormat } from "../old-format.ts";

/**
 * Checks that a database has this format, which is kept as its `user_version`. One without tables has none yet. The first format wrote
 * no number. @throws OldFormat
 */
export function requireFormat(database: DatabaseSync, file: string, format: number): void {
  const isEmpty = Number(database.prepare("SELECT count(*) AS count FROM sqlite_schema").get()?.count) === 0;
  const found = Number(database.prepare("PRAGMA user_version").get()?.user_version) || 1;
  if (!isEmpty && found !== format) throw new OldFormat(file, found, format);
}
