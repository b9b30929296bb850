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
import { credentialsIn, withoutCredentials, wrongAddress } from "./credentials.ts";
import { abandon, batchesOf, type CallStream, drain, unlessEnded } from "./drain.ts";
import { failureOf, Silence } from "./failures.ts";
import { type FilteredRead, readFiltered, searchWindow } from "./filtered-read.ts";
import type { FoundEvent } from "./stored-event.ts";

interface AppendedEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata?: Record<string, unknown>;
}

/** One result of a read or a subscription. */
interface Resolved {
  event?: FoundEvent | undefined;
  commitPosition?: bigint | undefined;
}

/** How long one call may go without a response, in milliseconds, while other calls are answered. */
const silenceMs = 5000;
/** How long a search may go without a result, in milliseconds: a store may have millions of events of others. */
const searchMs = 60_000;
/** Limit for disposing of the client, in milliseconds. */
const disposalMs = 1000;

/** Client settings that a connection string cannot change: they are removed from it. */
const fixedSettings = /^(keep_?alive_?interval|throw_?on_?append_?failure|node_?preference)$/i;

/** How long a member of a cluster may take to name the leader. The client's default of 5 s outlasts an election. */
const gossipSeconds = "1";
const gossipTimeout = /^gossip_?timeout$/i;

/** Events buffered on either side of the client's stream until they are read. */
const maxWaiting = 500;

const placeOf = (position: Position) => ({ commit: position, prepare: position });
const startingAt = (position: Position): ReadPosition => (position === 0n ? START : placeOf(position));
const eventsOf = (items: readonly Resolved[]) => items.flatMap(({ event }) => event ?? []);

/**
 * An EventStoreDB client with the calls that the log makes. No call waits forever. Positions are commit positions.
 * @throws WrongAddress
 */
export class EventStoreClient {
  readonly #client: EventStoreDBClient;
  /**
   * Credentials make the client send each append as a separate call, which has a deadline and does not fail with other appends.
   * Only the leader is asked: a follower may not have the newest acknowledged events yet.
   */
  readonly #callOptions: { credentials: { username: string; password: string }; requiresLeader: true };
  readonly #streams = new Set<CallStream>();
  readonly #ended = new AbortController();
  lastResponseAt = 0;

  /** Clients with different `keepAliveMs` do not share a connection. */
  constructor(url: string, keepAliveMs: number) {
    const [server = "", query] = url.split("?");
    const settings = new URLSearchParams(query);
    for (const name of [...settings.keys()]) if (fixedSettings.test(name)) settings.delete(name);
    settings.set("keepAliveInterval", String(keepAliveMs));
    if (![...settings.keys()].some((name) => gossipTimeout.test(name))) settings.set("gossipTimeout", gossipSeconds);
    const isPlaintext = settings.get("tls") === "false";
    const credentials = credentialsIn(url) ?? (isPlaintext ? { username: "nobody", password: "nothing" } : null);
    if (credentials === null)
      throw wrongAddress("names no user and password, which TLS requires: esdb://name:password@…");
    this.#callOptions = { credentials, requiresLeader: true };
    try {
      // Without user and password: the client writes the whole string to standard error if an option is unknown.
      this.#client = EventStoreDBClient.connectionString(`${withoutCredentials(server)}?${settings}`);
    } catch {
      // The client's error message quotes the connection string, including the password.
      throw wrongAddress(
        "is not a valid EventStoreDB connection string: check the percent-encoding and the files that it names",
      );
    }
    // The client looks for another server in the background. Its failure is ignored here: the next call reports it.
    // biome-ignore lint/complexity/useLiteralKeys: the client has no public hook for it
    const lookForAnother = this.#client["handleError"];
    // biome-ignore lint/complexity/useLiteralKeys: as above
    this.#client["handleError"] = (...failed) => lookForAnother(...failed).catch(() => {});
  }

  /** Appends after `expected` events. Returns the position of the last one, or null if the store does not report it. */
  async append(stream: string, expected: number, events: readonly AppendedEvent[]): Promise<Position | null> {
    const options = {
      expectedRevision: expected === 0 ? ("no_stream" as const) : BigInt(expected - 1),
      ...this.#callOptions,
      deadline: silenceMs,
    };
    const appended = this.#client.appendToStream(stream, events.map(jsonEvent), options);
    const { position } = await unlessEnded(this.#recordResponse(appended), this.#ended.signal);
    return position?.commit ?? null;
  }

  /** The store keeps the events until it is scavenged. A stream that was deleted can be deleted again. */
  async deleteStream(stream: string): Promise<void> {
    const options = { ...this.#callOptions, deadline: silenceMs };
    await unlessEnded(this.#recordResponse(this.#client.deleteStream(stream, options)), this.#ended.signal);
  }

  /** Returns at most `limit` events of the stream, after its first `after` events. */
  async readStream(stream: string, after: number, limit: number): Promise<FoundEvent[]> {
    const options = { fromRevision: BigInt(after), maxCount: limit, ...this.#callOptions };
    return eventsOf(await this.#drain(this.#client.readStream(stream, options)));
  }

  /** How many events the stream has had. */
  async lengthOf(stream: string): Promise<number> {
    const last = await this.lastOf(stream);
    return last ? Number(last.revision) + 1 : 0;
  }

  async lastOf(stream: string): Promise<FoundEvent | null> {
    const options = { direction: BACKWARDS, fromRevision: END, maxCount: 1, ...this.#callOptions } as const;
    return eventsOf(await this.#drain(this.#client.readStream(stream, options)))[0] ?? null;
  }

  /** Events of all streams in log order, starting with the one at this position; zero starts at the first event. */
  async readAll(from: Position, limit: number): Promise<FoundEvent[]> {
    const options = { fromPosition: startingAt(from), maxCount: limit, ...this.#callOptions };
    return eventsOf(await this.#drain(this.#client.readAll(options)));
  }

  /** The newest record of the store, whoever wrote it. */
  async newestOfAll(): Promise<FoundEvent | null> {
    const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1, ...this.#callOptions } as const;
    return eventsOf(await this.#drain(this.#client.readAll(options)))[0] ?? null;
  }

  /** Events of all streams with a prefix. The server searches a million events of others in about a second. */
  async readFiltered(asked: FilteredRead): Promise<FoundEvent[]> {
    return eventsOf(await this.#drain(readFiltered(this.#client, asked, this.#callOptions), searchMs));
  }

  /** Yields events of streams with this prefix after the position, then new ones, until the signal aborts or the call fails. */
  async *subscribe(prefix: string, after: Position, signal: AbortSignal): AsyncGenerator<FoundEvent[]> {
    const options = {
      fromPosition: startingAt(after),
      filter: streamNameFilter({ prefixes: [prefix], maxSearchWindow: searchWindow }),
      ...this.#callOptions,
    };
    const stream: CallStream = this.#trackStream(this.#client.subscribeToAll(options, { highWaterMark: maxWaiting }));
    for await (const items of batchesOf<Resolved>(stream, signal)) {
      this.lastResponseAt = performance.now();
      yield eventsOf(items);
    }
  }

  async ping(withinMs: number): Promise<void> {
    const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1, ...this.#callOptions } as const;
    await this.#drain(this.#client.readAll(options), withinMs);
  }

  /** Fails every call in progress and closes the connection. */
  end(): void {
    this.#ended.abort();
    for (const stream of this.#streams) abandon(stream, new Silence("the connection was given up"));
    const dispose = async () => {
      await Promise.race([this.#client.dispose(), new Promise((done) => setTimeout(done, disposalMs).unref())]);
      // biome-ignore lint/complexity/useLiteralKeys: the client has no way to close its channel but this protected one
      (await this.#client["getChannel"]()).close();
    };
    dispose().catch(() => {});
  }

  #trackStream<Stream extends CallStream>(stream: Stream): Stream {
    this.#streams.add(stream);
    stream.on("close", () => this.#streams.delete(stream));
    return stream;
  }

  #drain(stream: CallStream, withinMs = silenceMs): Promise<Resolved[]> {
    return this.#recordResponse(drain<Resolved>(this.#trackStream(stream), withinMs));
  }

  /** Records when the server last responded. A refusal is a response, too. */
  async #recordResponse<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      const result = await answer;
      this.lastResponseAt = performance.now();
      return result;
    } catch (error) {
      if (failureOf(error) !== "transient") this.lastResponseAt = performance.now();
      throw error;
    }
  }
}
