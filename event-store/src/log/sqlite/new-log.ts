import { open } from "node:fs/promises";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { parseEvent, type RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { openDatabase } from "../../sqlite/open-database.ts";
import { type NewLog, outOfOrder, type Place } from "../new-log.ts";
import { checksumOf, logFormat } from "../stored-bytes.ts";
import { eventsTable } from "./events-table.ts";
import { checked, columns, rowsOf } from "./stored-row.ts";

/**
 * A log that is written whole before anyone reads it, as fast as the disk allows. Events get the next positions, from 1. It is worthless
 * until it is finished: what is interrupted before is removed.
 */
export class NewSqliteLog implements NewLog {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #version: StatementSync;
  readonly #insert: StatementSync;
  readonly #at: StatementSync;

  constructor(file: string) {
    this.#file = file;
    this.#database = openDatabase(file);
    this.#database.exec(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536",
    );
    this.#database.exec(`PRAGMA user_version = ${logFormat}; ${eventsTable}; BEGIN`);
    this.#version = this.#database.prepare("SELECT max(version) FROM events WHERE stream = ?");
    this.#version.setReturnArrays(true);
    this.#at = this.#database.prepare(`SELECT ${columns} FROM events WHERE stream = ? AND version = ?`);
    this.#at.setReturnArrays(true);
    this.#insert = this.#database.prepare(
      `INSERT INTO events (stream, version, id, type, schema_version, recorded_at, person, data, metadata, sealed, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Adds the events and returns their places. @throws Misfit */
  async add(events: readonly StoredEvent[]): Promise<Place[]> {
    return events.map((event, at) => ({ from: event.position, to: this.#add(event, at) }));
  }

  #add(event: StoredEvent, at: number): bigint {
    const { stream, version, id, type, schemaVersion, recordedAt, person, data, metadata, sealed } = event;
    const [newest] = this.#version.get(stream) as unknown as [number | null];
    if (version !== (newest ?? 0) + 1) throw outOfOrder(at, event, newest ?? 0);
    const checksum = checksumOf(event);
    const { lastInsertRowid } = this.#insert.run(
      ...[stream, version, id, type, schemaVersion, recordedAt, person, data, metadata, sealed, checksum],
    );
    return BigInt(lastInsertRowid);
  }

  async at(stream: StreamName, version: number): Promise<RecordedEvent | null> {
    const [row] = rowsOf(this.#at.all(stream, version));
    return row ? parseEvent(checked(row)) : null;
  }

  /** Returns once every event is on the disk. */
  async finish(): Promise<void> {
    this.#database.exec("COMMIT");
    this.#database.close();
    const file = await open(this.#file, "r+");
    await file.sync();
    await file.close();
  }

  /** Closes it without finishing. */
  abandon(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
