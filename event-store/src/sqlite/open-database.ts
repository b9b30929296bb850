import { statSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
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
