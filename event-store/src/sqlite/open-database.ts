import { statSync } from "node:fs";
import { backup, DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { deniedReason } from "./denied.ts";

/** A database file cannot be opened, or does not contain a database. */
export class DatabaseFault extends Error {
  override name = "DatabaseFault";
}

/** Opens the file and reads its schema: SQLite would report a bad file only at a later statement. @throws DatabaseFault */
export function openDatabase(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  try {
    const bytes = sizeOf(file);
    const settled = sizeOf(`${file}-wal`) === 0;
    const database = new DatabaseSync(file, { timeout: 5000, ...options });
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    // SQLite reads zeros if the last page is incomplete, and treats a file of one byte as empty.
    if (settled && bytes % Number(database.prepare("PRAGMA page_size").get()?.page_size) !== 0) {
      database.close();
      throw new Error("the file is truncated");
    }
    return database;
  } catch (error) {
    const why = deniedReason(file) ?? (error instanceof Error ? error.message : String(error));
    throw new DatabaseFault(`${file} cannot be used: ${why}`, { cause: error });
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** All pages at once: between two parts, a write to the source would make the copy begin anew. */
const rate = 2 ** 31 - 1;

/** Copies a file as one commit left it, in a thread of libuv, beside readers and writers. The copy is not flushed to disk. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = openDatabase(from, { readOnly: true });
  try {
    await backup(source, to, { rate });
  } finally {
    source.close();
  }
}
