import type { Position } from "@attestory/events/envelope.ts";
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  type ReadPosition,
  START,
  streamNameFilter,
} from "@eventstore/db-client";
import { WrongAddress } from "../../wrong-address.ts";
import { abandon, batchesOf, type CallStream, drained } from "./drain.ts";
import { failureOf, Silence } from "./failures.ts";
import type { FoundEvent, KeptEvent } from "./stored-event.ts";

/** What reads and subscriptions give. */
interface Resolved {
  event?: FoundEvent | undefined;
  commitPosition?: bigint | undefined;
}

/** How long one call may be silent, in milliseconds, while others are answered. */
const silenceMs = 5000;
/** A store that does not answer the simplest question within this, in milliseconds, and nothing else either, is gone. */
const pingMs = 1500;
/** Bounds what the client does to say good-bye. */
const farewellMs = 1000;

/** Settings of the client that are decided here, whatever the connection string says. */
const ours = /^(keep_?alive_?interval|throw_?on_?append_?failure|node_?preference)$/i;

/** Events that wait on either side of the client's stream until they are taken. */
const maxWaiting = 500;

const placeOf = (position: Position) => ({ commit: position, prepare: position });
const startingAt = (position: Position): ReadPosition => (position === 0n ? START : placeOf(position));
const eventsOf = (items: readonly Resolved[]) => items.flatMap(({ event }) => event ?? []);

const userInfo = /^([^:]+:\/\/)([^:@/]+):([^@]+)@/;
const wrong = (what: string) => new WrongAddress("EVENT_LOG", what);

/** `user:password` in a connection string, as the client reads them. @throws WrongAddress */
function credentialsIn(url: string): { username: string; password: string } | null {
  const [, , username, password] = userInfo.exec(url) ?? [];
  if (username === undefined || password === undefined) return null;
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw wrong("has a user or a password that is not percent-encoded");
  }
}

/**
 * One client of EventStoreDB: the calls that the log makes, each of which ends. Positions are commit positions.
 * @throws WrongAddress
 */
export class EventStoreClient {
  readonly #client: EventStoreDBClient;
  /**
   * With credentials of its own an append is a call by itself: it has a deadline, and does not fail with its neighbours. Whoever does not
   * lead may not know yet what was acknowledged.
   */
  readonly #calling: { credentials: { username: string; password: string }; requiresLeader: true };
  readonly #streams = new Set<CallStream>();
  readonly #ended = new AbortController();
  heardAt = 0;

  /** Clients of different `keepAliveMs` share no connection. */
  constructor(url: string, keepAliveMs: number) {
    const [server = "", query] = url.split("?");
    const settings = new URLSearchParams(query);
    for (const name of [...settings.keys()]) if (ours.test(name)) settings.delete(name);
    settings.set("keepAliveInterval", String(keepAliveMs));
    const inClear = settings.get("tls") === "false";
    const credentials = credentialsIn(url) ?? (inClear ? { username: "nobody", password: "nothing" } : null);
    if (credentials === null)
      throw wrong("names nobody: an event store over TLS is told who calls: esdb://name:password@…");
    this.#calling = { credentials, requiresLeader: true };
    try {
      // Without user and password: of an option that it does not know it writes the whole string to standard error.
      this.#client = EventStoreDBClient.connectionString(`${server.replace(userInfo, "$1")}?${settings}`);
    } catch {
      // What the client says quotes the string, password and all.
      throw wrong(
        "is no connection string that EventStoreDB's client takes: is each part percent-encoded, each file there?",
      );
    }
    // It looks for another server on the side: what it does not find then is told to whoever calls next.
    // biome-ignore lint/complexity/useLiteralKeys: the client has no other place to hear of it
    const lookForAnother = this.#client["handleError"];
    // biome-ignore lint/complexity/useLiteralKeys: as above
    this.#client["handleError"] = (...failed) => lookForAnother(...failed).catch(() => {});
  }

  /** Appends after `expected` events; answers the position of the last one where the store says it. */
  async append(stream: string, expected: number, events: readonly KeptEvent[]): Promise<Position | null> {
    const options = {
      expectedRevision: expected === 0 ? ("no_stream" as const) : BigInt(expected - 1),
      ...this.#calling,
      deadline: silenceMs,
    };
    const appended = this.#client.appendToStream(stream, events.map(jsonEvent), options);
    const { position } = await orEnded(this.#heardOf(appended), this.#ended.signal);
    return position?.commit ?? null;
  }

  /** The events after the first `after`, at most `limit`. */
  async readStream(stream: string, after: number, limit: number): Promise<FoundEvent[]> {
    const options = { fromRevision: BigInt(after), maxCount: limit, ...this.#calling };
    return eventsOf(await this.#drained(this.#client.readStream(stream, options)));
  }

  /** How many events the stream has had. */
  async lengthOf(stream: string): Promise<number> {
    const options = { direction: BACKWARDS, fromRevision: END, maxCount: 1, ...this.#calling } as const;
    const [last] = eventsOf(await this.#drained(this.#client.readStream(stream, options)));
    return last ? Number(last.revision) + 1 : 0;
  }

  /** Everybody's events, from the one at this position on; zero: from the first. */
  async readAll(from: Position, limit: number): Promise<FoundEvent[]> {
    const options = { fromPosition: startingAt(from), maxCount: limit, ...this.#calling };
    return eventsOf(await this.#drained(this.#client.readAll(options)));
  }

  /** Everybody's events from the newest back, before the one at this position; null: from the newest. */
  async readBack(before: Position | null, limit: number): Promise<FoundEvent[]> {
    const fromPosition: ReadPosition = before === null ? END : placeOf(before);
    const options = { direction: BACKWARDS, fromPosition, maxCount: limit, ...this.#calling } as const;
    return eventsOf(await this.#drained(this.#client.readAll(options)));
  }

  /** The events of streams of this prefix after the position, and those to come, until the signal or a failure. */
  async *subscribe(prefix: string, after: Position, signal: AbortSignal): AsyncGenerator<FoundEvent[]> {
    const options = {
      fromPosition: startingAt(after),
      filter: streamNameFilter({ prefixes: [prefix] }),
      ...this.#calling,
    };
    const stream: CallStream = this.#kept(this.#client.subscribeToAll(options, { highWaterMark: maxWaiting }));
    for await (const items of batchesOf<Resolved>(stream, signal)) {
      this.heardAt = performance.now();
      yield eventsOf(items);
    }
  }

  async ping(): Promise<void> {
    const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1, ...this.#calling } as const;
    await this.#drained(this.#client.readAll(options), pingMs);
  }

  /** Fails every call that is under way and gives up the connection. */
  end(): void {
    this.#ended.abort();
    for (const stream of this.#streams) abandon(stream, new Silence("the connection was given up"));
    const farewell = async () => {
      await Promise.race([this.#client.dispose(), new Promise((done) => setTimeout(done, farewellMs).unref())]);
      // biome-ignore lint/complexity/useLiteralKeys: the client has no way to close its channel but this protected one
      (await this.#client["getChannel"]()).close();
    };
    farewell().catch(() => {});
  }

  #kept<Stream extends CallStream>(stream: Stream): Stream {
    this.#streams.add(stream);
    stream.on("close", () => this.#streams.delete(stream));
    return stream;
  }

  #drained(stream: CallStream, withinMs = silenceMs): Promise<Resolved[]> {
    return this.#heardOf(drained<Resolved>(this.#kept(stream), withinMs));
  }

  /** A refusal is heard, too. */
  async #heardOf<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      const result = await answer;
      this.heardAt = performance.now();
      return result;
    } catch (error) {
      if (failureOf(error) !== "transient") this.heardAt = performance.now();
      throw error;
    }
  }
}

/** The answer, or Silence as soon as the signal says that none is to come. */
function orEnded<Result>(answer: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Silence("the connection was given up"));
    signal.addEventListener("abort", end, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
