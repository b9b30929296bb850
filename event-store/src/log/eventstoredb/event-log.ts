import { setTimeout as wait } from "node:timers/promises";
import { definitionOf, parseEvent, type RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, SealedEvent, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import pLimit from "p-limit";
import { DamagedEvent, type EventLog, LogUnavailable, type Scanned, VersionConflict } from "../event-log.ts";
import { appendSeeing } from "./append.ts";
import { EventStoreClient } from "./client.ts";
import { Connection } from "./connection.ts";
import { failureOf, unavailable } from "./failures.ts";
import { Head, later, placeUpTo, positionOf, readOwn } from "./places.ts";
import { type FoundEvent, keptEvents, storedEvent, streamPrefix } from "./stored-event.ts";

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
/** How long a failed call is retried, in milliseconds. */
const retriesMs = 900;
const betweenTriesMs = 25;
/** The pauses before a failed subscription is made again. */
const resubscription = { firstMs: betweenTriesMs, longestMs: 1000 };

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

  constructor({ url, generation, writes }: EventStoreDbOptions) {
    this.generation = generation;
    this.#prefix = streamPrefix(generation);
    this.#writes = writes;
    this.#head = new Head(this.#prefix);
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
    const kept = keptEvents(stream, expected, events);
    if (!this.#writes) throw new TypeError("this log was opened for reading");
    if (this.#closed.signal.aborted) throw new LogUnavailable("the log was closed");
    if (this.#atOnce.pendingCount >= maxWaiting) throw new LogUnavailable("too many appends are waiting");
    const name = this.#prefix + stream;
    const writing = this.#atOnce(() =>
      this.#call((client) =>
        appendSeeing({
          make: () => client.append(name, expected, kept),
          lookUp: () => standing(client, name, expected, kept),
        }),
      ),
    );
    try {
      return await this.#appends.track(writing);
    } catch (error) {
      throw failureOf(error) === "wrong-version" ? conflict(error, expected) : error;
    }
  }

  async readAll(after: Position, limit: number): Promise<RecordedEvent[]> {
    return (await this.#storedAfter(after, limit)).map((event) => parseEvent(event));
  }

  async scan(after: Position, limit: number, types: ReadonlySet<string>): Promise<Scanned> {
    const stored = await this.#storedAfter(after, limit);
    const events: RecordedEvent[] = [];
    for (const event of stored) {
      // Throws for a type or version that this release does not know, as every read does.
      const known = definitionOf(event.type).version >= event.schemaVersion;
      if (types.has(event.type) || !known) events.push(parseEvent(event));
    }
    return { events, reached: stored.at(-1)?.position ?? after };
  }

  async *follow(after: Position, signal: AbortSignal): AsyncGenerator<RecordedEvent[]> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    let position = after;
    let from = after;
    let failures = 0;
    while (!stop.aborted) {
      await this.#connection.restored(stop);
      const client = this.#connection.client();
      if (client === null) continue;
      try {
        for await (const found of client.subscribe(this.#prefix, from, stop)) {
          failures = 0;
          const fresh = later(found, position);
          const last = fresh.at(-1);
          if (!last) continue;
          from = position = positionOf(last);
          yield fresh.map((event) => parseEvent(this.#stored(event)));
        }
      } catch (error) {
        from = await this.#resumption(error, client, from);
        failures++;
        await pause(backoffMs(failures, resubscription), stop);
      }
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

  #stored(event: FoundEvent): StoredEvent {
    return storedEvent(event, this.#prefix);
  }

  async #storedAfter(after: Position, limit: number): Promise<StoredEvent[]> {
    const found = await this.#call((client) => readOwn(client, this.#prefix, after, limit));
    return found.map((event) => this.#stored(event));
  }

  /** The position at which a failed subscription resumes. @throws an error that a new subscription would not fix */
  async #resumption(error: unknown, client: EventStoreClient, from: Position): Promise<Position> {
    const failure = failureOf(error);
    if (failure === "transient") this.#connection.doubt(client);
    if (failure === "transient") return from;
    if (failure !== "no-place") throw error;
    const place = await placeUpTo(client, from).catch(() => null);
    if (place === from) throw error;
    return place ?? from;
  }

  /**
   * Makes a call that is safe to repeat, and retries it after transient errors for `retriesMs`.
   * @throws LogUnavailable within a second if no server listens, within two if no server answers, and at once while that is known
   * @throws the client's error for a wrong version
   */
  async #call<Result>(call: (client: EventStoreClient) => Promise<Result>): Promise<Result> {
    const until = performance.now() + retriesMs;
    for (;;) {
      try {
        return await this.#connection.use(call);
      } catch (error) {
        if (failureOf(error) === "wrong-version" || error instanceof LogUnavailable) throw error;
        const leftMs = until - performance.now();
        if (failureOf(error) !== "transient" || leftMs < betweenTriesMs) {
          throw unavailable(error);
        }
        await wait(betweenTriesMs);
        await this.#connection.restored(AbortSignal.timeout(Math.ceil(leftMs)));
      }
    }
  }
}

/** Returns `nothing` for a stream that was never written. */
const ifAbsent =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (failureOf(error) === "no-stream") return nothing;
    throw error;
  };

/** The position of the last of these events if the stream has exactly them after version `after`, else null. */
async function standing(client: EventStoreClient, stream: string, after: number, events: readonly { id: string }[]) {
  const found = await client.readStream(stream, after, events.length);
  const same = found.length === events.length && found.every(({ id }, at) => id === events[at]?.id);
  return same ? (found.at(-1)?.position?.commit ?? null) : null;
}

const conflict = (error: unknown, expected: number) =>
  new VersionConflict(`expected version ${expected}, found ${(error as { actualVersion?: unknown }).actualVersion}`);
