import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";

/** A database's file cannot be opened, or does not hold a database. */
export class DatabaseFault extends Error {
  override name = "DatabaseFault";
}

/** Opens the file and reads its schema, because SQLite would find out at some later statement what is wrong with it. @throws DatabaseFault */
export function openDatabase(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: 5000, ...options });
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new DatabaseFault(`${file} cannot be used: ${why}`, { cause: error });
  }
}
