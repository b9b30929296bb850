import type { DatabaseSync, StatementSync } from "node:sqlite";
import { BroadcastChannel } from "node:worker_threads";
import { definitionOf, parseEvent, type RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, SealedEvent, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { openDatabase } from "../../sqlite/open-database.ts";
import { requireFormat } from "../../sqlite/require-format.ts";
import { WriterThread } from "../../sqlite/writer-thread.ts";
import { DamagedEvent, type EventLog, LogUnavailable, type Scanned, VersionConflict } from "../event-log.ts";
import { AnnouncedWake, followByReading } from "../follow.ts";
import { parseWanted } from "../parse-wanted.ts";
import { logFormat } from "../stored-bytes.ts";
import { commitChannel } from "./commit-channel.ts";
import type { Append, AppendAnswer } from "./log-writer.ts";
import { SharedTail } from "./shared-tail.ts";
import { checked, columns, inPlace, rowsOf } from "./stored-row.ts";

export interface SqliteEventLogOptions {
  file: string;
  generation: number;
  /** False for a second thread of the process that only reads and follows; the file must exist. */
  writes: boolean;
  /** Called when the writer thread died by itself. The process must not continue as if it could write. */
  onFault: (error: Error) => void;
  /** How often a follower polls for events that were not announced to it, in milliseconds. */
  pollMs?: number;
}

const defaultPollMs = 500;
/** SQLite's value for no limit. */
const noLimit = -1;

/** The log in one SQLite file: a separate thread writes, and the caller's thread reads. */
export async function openSqliteEventLog(options: SqliteEventLogOptions): Promise<EventLog> {
  const { file, writes, onFault } = options;
  const writer = writes
    ? new WriterThread<Append, AppendAnswer>(new URL("./log-writer.ts", import.meta.url), { file }, onFault)
    : null;
  await writer?.ready();
  return new SqliteEventLog(options, writer);
}

/** Whether another connection has committed since it was asked last. It costs a quarter of a read that finds nothing. */
function commitsOfOthers(database: DatabaseSync): () => boolean {
  const version = database.prepare("PRAGMA data_version");
  let last: unknown;
  return () => {
    const before = last;
    last = version.get()?.data_version;
    return last !== before;
  };
}

class SqliteEventLog implements EventLog {
  readonly generation: number;
  readonly #writer: WriterThread<Append, AppendAnswer> | null;
  readonly #database: DatabaseSync;
  readonly #stream: StatementSync;
  readonly #all: StatementSync;
  readonly #newest: StatementSync;
  readonly #head: StatementSync;
  readonly #at: StatementSync;
  readonly #version: StatementSync;
  readonly #wake: AnnouncedWake;
  readonly #tail: SharedTail;
  readonly #commits: BroadcastChannel;

  constructor(options: SqliteEventLogOptions, writer: WriterThread<Append, AppendAnswer> | null) {
    const { file, generation, pollMs = defaultPollMs } = options;
    this.generation = generation;
    this.#writer = writer;
    // Read as numbers and arrays (docs/decisions/measured-reasons.md). A number beyond 2^53 is refused, not rounded.
    this.#database = openDatabase(file, { readOnly: true });
    requireFormat(this.#database, file, logFormat);
    this.#stream = this.#rows(
      `SELECT ${columns} FROM events WHERE stream = ? AND version > ? ORDER BY version LIMIT ?`,
    );
    this.#version = this.#database.prepare("SELECT max(version) AS version FROM events WHERE stream = ?");
    this.#all = this.#rows(`SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
    this.#newest = this.#rows(`SELECT ${columns} FROM events ORDER BY position DESC LIMIT ?`);
    this.#head = this.#database.prepare("SELECT max(position) AS position FROM events");
    this.#at = this.#rows(`SELECT ${columns} FROM events WHERE position = ?`);
    this.#wake = new AnnouncedWake(pollMs, commitsOfOthers(this.#database));
    this.#tail = new SharedTail((after, limit) => this.readStored(after, limit), this.#wake);
    this.#commits = new BroadcastChannel(commitChannel(file));
    this.#commits.onmessage = () => this.#wake.announce();
    this.#commits.unref();
  }

  #rows(query: string): StatementSync {
    const statement = this.#database.prepare(query);
    statement.setReturnArrays(true);
    return statement;
  }

  async read(stream: StreamName, after = 0, limit = Number.POSITIVE_INFINITY) {
    if (after > 0) {
      // Most reads after a known version find nothing new. The version alone costs a fifth of a read of no events.
      const version = this.#versionOf(stream);
      if (version <= after) return { events: [], version };
    }
    const most = Number.isFinite(limit) ? limit : noLimit;
    const events = rowsOf(this.#stream.all(stream, after, most)).map((row) => parseEvent(checked(row)));
    const last = events.at(-1);
    if (last && last.version - after !== events.length)
      throw new DamagedEvent(`${stream} has a gap before ${last.version}`);
    // Fewer events than the limit: the end of the stream was read.
    return { events, version: events.length < limit ? (last?.version ?? 0) : this.#versionOf(stream) };
  }

  #versionOf(stream: StreamName): number {
    return Number(this.#version.get(stream)?.version ?? 0);
  }

  async append(stream: StreamName, expected: number, events: readonly SealedEvent[]): Promise<Position> {
    if (events.length === 0) throw new TypeError("an append needs an event");
    if (!this.#writer) throw new TypeError("this log was opened for reading");
    let answer: AppendAnswer;
    try {
      answer = await this.#writer.write({ stream, expected, events });
    } catch (cause) {
      throw new LogUnavailable("append failed", { cause });
    }
    if ("conflict" in answer) throw new VersionConflict(`expected version ${expected}, found ${answer.conflict}`);
    return answer.position;
  }

  async newest(): Promise<RecordedEvent | null> {
    return this.eventAt(await this.head());
  }

  async eventAt(position: Position): Promise<RecordedEvent | null> {
    const [row] = rowsOf(this.#at.all(position));
    return row ? parseEvent(checked(row)) : null;
  }

  async readAll(after: Position, limit: number): Promise<RecordedEvent[]> {
    return (await this.readStored(after, limit)).map((stored) => parseEvent(stored));
  }

  async readStored(after: Position, limit: number): Promise<StoredEvent[]> {
    const first = Number(after) + 1;
    return rowsOf(this.#all.all(after, limit)).map((row, at) => checked(inPlace(row, first + at)));
  }

  async readBack(limit: number): Promise<RecordedEvent[]> {
    const rows = rowsOf(this.#newest.all(limit));
    const newest = rows[0]?.[0] ?? 0;
    return rows.map((row, at) => parseEvent(checked(inPlace(row, newest - at))));
  }

  async scan(after: Position, limit: number, types: ReadonlySet<string>): Promise<Scanned> {
    const events: RecordedEvent[] = [];
    let checkedUpTo = after;
    let lastId: string | null = null;
    let due = Number(after);
    for (const row of rowsOf(this.#all.all(after, limit))) {
      const stored = checked(inPlace(row, ++due));
      checkedUpTo = stored.position;
      lastId = stored.id;
      if (types.has(stored.type)) events.push(parseEvent(stored));
      // Throws for a type or version that this release does not know, as every read does.
      else if (definitionOf(stored.type).version < stored.schemaVersion) parseEvent(stored);
    }
    return { events, checkedUpTo, lastId };
  }

  follow(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncIterable<RecordedEvent[]> {
    let hasRead = false;
    const readAll = async (from: Position, limit: number) => {
      const events = await (hasRead ? this.#tail.readOn(from, limit) : this.#tail.readAnew(from, limit));
      hasRead = true;
      return parseWanted(events, types);
    };
    return followByReading({ readAll, wake: this.#wake }, after, signal);
  }

  async head(): Promise<Position> {
    return BigInt((this.#head.get()?.position as number | null) ?? 0);
  }

  async close(): Promise<void> {
    this.#commits.close();
    // Close it before the writer's: only the last connection removes the write-ahead log, and only if it may write.
    if (this.#database.isOpen) this.#database.close();
    await this.#writer?.close();
  }
}
