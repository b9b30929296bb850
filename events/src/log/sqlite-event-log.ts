import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import { BroadcastChannel } from "node:worker_threads";
import { parseEvent, type RecordedEvent } from "../catalogue.ts";
import type { Position, SealedEvent, StoredEvent, StreamName } from "../envelope.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { WriterThread } from "../sqlite/writer-thread.ts";
import { commitChannel } from "./commit-channel.ts";
import { DamagedEvent, type EventLog, LogUnavailable, VersionConflict } from "./event-log.ts";
import { AnnouncedWake, followByReading } from "./follow.ts";
import type { Append, AppendAnswer } from "./sqlite-log-writer.ts";
import { checksumOf } from "./stored-bytes.ts";

export interface SqliteEventLogOptions {
  file: string;
  generation: number;
  /** False for a second thread of the process that only reads and follows; the file must exist. */
  writes: boolean;
  /** The writer died by itself; the process must not go on as if it could write. */
  onFault: (error: Error) => void;
}

const pollMs = 250;

/** The log in one SQLite file: written by a thread of its own, read where it is asked. */
export async function openSqliteEventLog(options: SqliteEventLogOptions): Promise<EventLog> {
  const writer = options.writes
    ? new WriterThread<Append, AppendAnswer>(
        new URL("./sqlite-log-writer.ts", import.meta.url),
        options.file,
        options.onFault,
      )
    : null;
  await writer?.ready();
  return new SqliteEventLog(options, writer);
}

class SqliteEventLog implements EventLog {
  readonly generation: number;
  readonly #writer: WriterThread<Append, AppendAnswer> | null;
  readonly #database: DatabaseSync;
  readonly #stream: StatementSync;
  readonly #all: StatementSync;
  readonly #head: StatementSync;
  readonly #version: StatementSync;
  readonly #wake = new AnnouncedWake(pollMs);
  readonly #commits: BroadcastChannel;

  constructor({ file, generation }: SqliteEventLogOptions, writer: WriterThread<Append, AppendAnswer> | null) {
    this.generation = generation;
    this.#writer = writer;
    this.#database = openDatabase(file, { readOnly: true, readBigInts: true });
    this.#stream = this.#database.prepare("SELECT * FROM events WHERE stream = ? AND version > ? ORDER BY version");
    this.#version = this.#database.prepare("SELECT max(version) AS version FROM events WHERE stream = ?");
    this.#all = this.#database.prepare("SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?");
    this.#head = this.#database.prepare("SELECT max(position) AS position FROM events");
    this.#commits = new BroadcastChannel(commitChannel(file));
    this.#commits.onmessage = () => this.#wake.announce();
    this.#commits.unref();
  }

  async read(stream: StreamName, after = 0) {
    const events = this.#stream.all(stream, after).map(recorded);
    const last = events.at(-1);
    if (last && last.version - after !== events.length)
      throw new DamagedEvent(`${stream} has a gap before ${last.version}`);
    const version = last?.version ?? (after === 0 ? 0 : Number(this.#version.get(stream)?.version ?? 0n));
    return { events, version };
  }

  async append(stream: StreamName, expected: number, events: readonly SealedEvent[]): Promise<Position> {
    if (events.length === 0) throw new TypeError("an append needs an event");
    if (!this.#writer) throw new TypeError("this log was opened for reading");
    let answer: AppendAnswer;
    try {
      answer = await this.#writer.write({ stream, expected, events });
    } catch (cause) {
      throw new LogUnavailable("the append was not written", { cause });
    }
    if ("conflict" in answer) throw new VersionConflict(`expected version ${expected}, found ${answer.conflict}`);
    return answer.position;
  }

  async readAll(after: Position, limit: number): Promise<RecordedEvent[]> {
    return this.#all.all(after, limit).map(recorded);
  }

  follow(after: Position, signal: AbortSignal): AsyncIterable<RecordedEvent[]> {
    return followByReading((from, limit) => this.readAll(from, limit), this.#wake, after, signal);
  }

  async head(): Promise<Position> {
    return (this.#head.get()?.position as bigint | null) ?? 0n;
  }

  async close(): Promise<void> {
    this.#commits.close();
    // Before the writer's: only a connection that may write clears the write-ahead log away, and only as the last one.
    if (this.#database.isOpen) this.#database.close();
    await this.#writer?.close();
  }
}

function recorded(row: Record<string, SQLOutputValue>): RecordedEvent {
  const stored: StoredEvent = {
    id: row.id as string,
    stream: row.stream as StreamName,
    version: Number(row.version),
    position: row.position as bigint,
    type: row.type as string,
    schemaVersion: Number(row.schema_version),
    recordedAt: Number(row.recorded_at),
    person: row.person as string | null,
    data: row.data as string,
    metadata: row.metadata as string,
    sealed: row.sealed as Uint8Array | null,
  };
  if (!checksumOf(stored).equals(row.checksum as Uint8Array)) {
    throw new DamagedEvent(`the event at position ${stored.position} does not match its checksum`);
  }
  return parseEvent(stored);
}
