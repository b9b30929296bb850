import { definitionOf, parseEvent, type RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, SealedEvent, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import pLimit from "p-limit";
import { DamagedEvent, type EventLog, LogUnavailable, type Scanned, VersionConflict } from "../event-log.ts";
import { parseWanted } from "../parse-wanted.ts";
import { appendSeeing } from "./append.ts";
import { appendRetriesMs, briefly, callStore } from "./call-store.ts";
import { EventStoreClient } from "./client.ts";
import { Connection } from "./connection.ts";
import { failureOf } from "./failures.ts";
import { StoreFollower } from "./follow-store.ts";
import { Head } from "./head.ts";
import { findAt, readOwn } from "./places.ts";
import { decodeEvent, encodeEvents, type FoundEvent, streamPrefix } from "./stored-event.ts";

export interface EventStoreDbOptions {
  /** `esdb://name:password@host:2113?tls=true`, as EventStoreDB documents it. */
  url: string;
  generation: number;
  writes: boolean;
}

/** The shortest keep-alive interval of a client, in milliseconds. The connection is checked every second anyway. */
const leastKeepAliveMs = 10_000;
/** Concurrent appends to the store. More would not make any of them faster. */
const mostAtOnce = 32;
const maxWaiting = 10_000;
/** If no append ends for so many milliseconds, the store pauses. Those that waited for their turn are refused: see `LogUnavailable`. */
const heldUpMs = 2000;

/** Opens the log in EventStoreDB, without waiting for the store. @throws WrongAddress */
export const openEventStoreDbLog = (options: EventStoreDbOptions): EventLog => new EventStoreDbLog(options);

class EventStoreDbLog implements EventLog {
  readonly generation: number;
  readonly #prefix: string;
  readonly #writes: boolean;
  readonly #connection: Connection<EventStoreClient>;
  readonly #head: Head;
  readonly #atOnce = pLimit(mostAtOnce);
  readonly #appends = new PendingWork();
  readonly #closed = new AbortController();
  /** When an append last ended that was held up, as a `performance.now()` value. */
  #heldUpUntil = 0;
  /** When an append last ended. */
  #endedAt = 0;

  constructor({ url, generation, writes }: EventStoreDbOptions) {
    this.generation = generation;
    this.#prefix = streamPrefix(generation);
    this.#writes = writes;
    this.#head = new Head({ generation, keeps: writes });
    this.#connection = new Connection((attempt) => new EventStoreClient(url, leastKeepAliveMs + attempt));
  }

  async read(stream: StreamName, after = 0, limit = Number.MAX_SAFE_INTEGER) {
    const name = this.#prefix + stream;
    // Also read the last event known to the caller: it proves that the stream is that long, which would otherwise take a second call.
    const known = after > 0 ? 1 : 0;
    const most = Math.min(limit + known, Number.MAX_SAFE_INTEGER);
    const { found, length } = await this.#call(async (client) => {
      const found = await client.readStream(name, after - known, most).catch(ifAbsent([]));
      const toTheEnd = found.length < most && found.length >= known;
      return { found, length: toTheEnd ? after : await client.lengthOf(name).catch(ifAbsent(0)) };
    });
    const events = found.slice(known).map((event) => parseEvent(this.#stored(event)));
    const displaced = events.find(({ version }, at) => version !== after + at + 1);
    if (displaced) throw new DamagedEvent(`${stream} has a gap before ${displaced.version}`);
    return { events, version: Math.max(length, events.at(-1)?.version ?? 0) };
  }

  async append(stream: StreamName, expected: number, events: readonly SealedEvent[]): Promise<Position> {
    const encoded = encodeEvents(stream, expected, events);
    if (!this.#writes) throw new TypeError("this log was opened for reading");
    if (this.#closed.signal.aborted) throw new LogUnavailable("the log was closed");
    if (this.#atOnce.pendingCount >= maxWaiting) throw new LogUnavailable("too many appends are waiting");
    const name = this.#prefix + stream;
    const writing = this.#oneOfMany((client) =>
      appendSeeing({
        make: () => client.append(name, expected, encoded),
        lookUp: () => findAppended(client, name, { after: expected, events: encoded }),
      }),
    );
    try {
      return await this.#appends.track(writing);
    } catch (error) {
      throw failureOf(error) === "wrong-version" ? conflict(error, expected) : error;
    }
  }

  newest(): Promise<RecordedEvent | null> {
    return this.#call(async (client) => this.#findAt(client, await this.#head.find(client)));
  }

  eventAt(position: Position): Promise<RecordedEvent | null> {
    return this.#call((client) => this.#findAt(client, position));
  }

  async readAll(after: Position, limit: number): Promise<RecordedEvent[]> {
    return (await this.readStored(after, limit)).map((event) => parseEvent(event));
  }

  async readStored(after: Position, limit: number): Promise<StoredEvent[]> {
    const found = await this.#call(async (client) => {
      const from = await this.#head.startAfter(client, after);
      return readOwn(client, this.#prefix, { after, limit, from });
    });
    return found.map((event) => this.#stored(event));
  }

  async readBack(limit: number): Promise<RecordedEvent[]> {
    const found = await this.#call((client) => this.#head.newest(client, limit));
    return found.map((event) => parseEvent(this.#stored(event)));
  }

  async scan(after: Position, limit: number, types: ReadonlySet<string>): Promise<Scanned> {
    const stored = await this.readStored(after, limit);
    const events: RecordedEvent[] = [];
    for (const event of stored) {
      // Throws for a type or version that this release does not know, as every read does.
      const known = definitionOf(event.type).version >= event.schemaVersion;
      if (types.has(event.type) || !known) events.push(parseEvent(event));
    }
    const last = stored.at(-1);
    return { events, checkedUpTo: last?.position ?? after, lastId: last?.id ?? null };
  }

  async *follow(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncGenerator<RecordedEvent[]> {
    const follower = new StoreFollower({ connection: this.#connection, prefix: this.#prefix, head: this.#head, after });
    for await (const found of follower.events(AbortSignal.any([signal, this.#closed.signal]))) {
      const stored = found.map((event) => this.#stored(event));
      yield parseWanted(stored, types);
    }
    if (!signal.aborted) throw new LogUnavailable("the log was closed");
  }

  head(): Promise<Position> {
    return this.#call((client) => this.#head.find(client));
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#appends.settled();
    this.#connection.close();
  }

  /** Makes an append when its turn comes. @throws LogUnavailable also if the appends before it were held up */
  #oneOfMany(append: (client: EventStoreClient) => Promise<Position>): Promise<Position> {
    const handedOverAt = performance.now();
    return this.#atOnce(async () => {
      const startedAt = performance.now();
      if (handedOverAt < this.#heldUpUntil)
        throw briefly(new LogUnavailable("the event store held up the appends before this one"), this.#connection);
      try {
        return await callStore(this.#connection, append, appendRetriesMs);
      } finally {
        const endedAt = performance.now();
        if (endedAt - Math.max(startedAt, this.#endedAt) > heldUpMs) this.#heldUpUntil = endedAt;
        this.#endedAt = endedAt;
      }
    });
  }

  async #findAt(client: EventStoreClient, position: Position): Promise<RecordedEvent | null> {
    const found = position === 0n ? null : await findAt(client, position);
    return found?.streamId.startsWith(this.#prefix) ? parseEvent(this.#stored(found)) : null;
  }

  #stored(event: FoundEvent): StoredEvent {
    return decodeEvent(event, this.#prefix);
  }

  #call<Result>(call: (client: EventStoreClient) => Promise<Result>): Promise<Result> {
    return callStore(this.#connection, call);
  }
}

/** Returns `nothing` for a stream that was never written. */
const ifAbsent =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (failureOf(error) === "no-stream") return nothing;
    throw error;
  };

interface Appended {
  after: number;
  events: readonly { id: string }[];
}

/** The position of the last of these events if the stream has exactly them after that version, else null. */
async function findAppended(client: EventStoreClient, stream: string, { after, events }: Appended) {
  const found = await client.readStream(stream, after, events.length);
  const isSame = found.length === events.length && found.every(({ id }, at) => id === events[at]?.id);
  return isSame ? (found.at(-1)?.position?.commit ?? null) : null;
}

const conflict = (error: unknown, expected: number) =>
  new VersionConflict(`expected version ${expected}, found ${(error as { actualVersion?: unknown }).actualVersion}`);
