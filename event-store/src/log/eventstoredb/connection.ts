import { setTimeout as wait } from "node:timers/promises";
import { LogUnavailable } from "../event-log.ts";
import { AnnouncedWake } from "../follow.ts";
import { failureOf } from "./failures.ts";

/** What a connection requires of its client. */
export interface Reachable {
  /** When the server last responded to this client, as a `performance.now()` value. */
  readonly lastResponseAt: number;
  /** Always settles, within this many milliseconds. */
  ping(withinMs: number): Promise<unknown>;
  /** Fails the client's calls in progress and releases the client. Never throws. */
  end(): void;
}

const heartbeatMs = 1000;
/** A call that takes longer, in milliseconds, triggers a check whether the store still answers. */
const patienceMs = 300;
const betweenAttemptsMs = 250;
/** How long a store that was available may be silent, in milliseconds: a busy one was seen to pause for a second, this is for three. */
const silenceMs = 3500;
/** How long a new connection may be silent, in milliseconds. */
const firstSilenceMs = 1500;
/** After so many milliseconds of silence another connection is tried: perhaps only this one is dead. */
const secondTryMs = 1000;
/** How much later than the other one a connection may answer, in milliseconds, to be kept with its calls in progress. */
const graceMs = 200;
/** A cluster elects a leader within this many milliseconds: 70 to 2800 were measured. Callers may wait for it. */
const electionMs = 4000;

/**
 * Tracks whether the store is available. A client without a response is discarded with its calls in progress. From then on every
 * call is rejected at once until a new client gets a response. Left alone, a client can wait minutes before it tries again, or
 * forever on a connection whose other end is gone.
 */
export class Connection<Client extends Reachable> {
  readonly #connect: (attempt: number) => Client;
  readonly #closed = new AbortController();
  readonly #restored = new AnnouncedWake(heartbeatMs);
  #client: Client | null;
  /** When the ping was sent that the last client left without an answer, as a `performance.now()` value. */
  #lostAt = 0;
  #attempts = 0;
  #doubt = new AbortController();

  /** `connect` creates a client that shares nothing with earlier ones. The attempt number is different for each. */
  constructor(connect: (attempt: number) => Client) {
    this.#connect = connect;
    this.#client = connect(0);
    void this.#watch();
  }

  /** How many milliseconds longer the store may be taken for one that elects a leader; at most `electionMs`. */
  expectedForMs(): number {
    if (this.#closed.signal.aborted) return 0;
    return this.#client === null ? Math.max(0, this.#lostAt + electionMs - performance.now()) : electionMs;
  }

  /** Makes one call. @throws LogUnavailable at once while the store is unavailable; otherwise the call's own error */
  async use<Result>(call: (client: Client) => Promise<Result>): Promise<Result> {
    const client = this.#client;
    if (client === null) throw new LogUnavailable("the event store is unavailable");
    const late = setTimeout(() => this.doubt(client), patienceMs);
    try {
      return await call(client);
    } catch (error) {
      if (failureOf(error) === "transient") this.doubt(client);
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  /** The client for long-lived calls; null while the store is unavailable. */
  client(): Client | null {
    return this.#client;
  }

  /** Reports that a client may be broken: it is checked now instead of at the next heartbeat. */
  doubt(client: Client): void {
    if (client === this.#client) this.#doubt.abort();
  }

  /** Resolves once the store answers, the signal aborts or the connection is closed. */
  async restored(signal: AbortSignal): Promise<void> {
    while (this.#client === null && !signal.aborted && !this.#closed.signal.aborted) {
      await this.#restored.after(this.#restored.count, signal);
    }
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#restored.announce();
    this.#client?.end();
    this.#client = null;
  }

  async #watch(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const signal = AbortSignal.any([this.#closed.signal, this.#doubt.signal]);
      await wait(heartbeatMs, null, { signal, ref: false }).catch(() => {});
      this.#doubt = new AbortController();
      if (this.#client !== null) await this.#check(this.#client);
    }
  }

  /** Keeps the client if it answers, else takes another one that does, else waits for one. */
  async #check(client: Client): Promise<void> {
    const askedAt = performance.now();
    const answering = await this.#answering(client);
    if (answering === client) return;
    if (this.#closed.signal.aborted) return answering?.end();
    this.#client = answering;
    this.#lostAt = askedAt;
    client.end();
    if (answering !== null) return;
    this.#client = await this.#another(this.#closed.signal);
    this.#restored.announce();
  }

  /** This client or, while it is silent, another one; null if neither answers. */
  async #answering(client: Client): Promise<Client | null> {
    const askedAt = performance.now();
    const answer = answers(client, silenceMs);
    const early = await Promise.race([answer, wait(secondTryMs, null, { ref: false })]);
    if (early !== null) return early ? client : null;
    const stop = new AbortController();
    const another = this.#another(AbortSignal.any([stop.signal, this.#closed.signal]));
    const isAnswered = await Promise.race([answer, another.then((found) => found !== null)]);
    // A paused store answers both when it goes on. What is in progress on the older connection is better not repeated.
    if (isAnswered) await Promise.race([answer, wait(graceMs, null, { ref: false })]);
    stop.abort();
    const isKept = client.lastResponseAt > askedAt;
    if (isAnswered && !isKept) return another;
    void another.then((found) => found?.end());
    return isKept ? client : null;
  }

  /** Another client that gets a response. Null once the signal aborts. */
  async #another(signal: AbortSignal): Promise<Client | null> {
    while (!signal.aborted) {
      const candidate = this.#candidate();
      if (candidate && (await answers(candidate, firstSilenceMs)) && !signal.aborted) return candidate;
      candidate?.end();
      await wait(betweenAttemptsMs, null, { signal, ref: false }).catch(() => {});
    }
    return null;
  }

  /** Null if no client can be created now, for example because a file named in the connection string is gone. */
  #candidate(): Client | null {
    try {
      return this.#connect(++this.#attempts);
    } catch {
      return null;
    }
  }
}

/** A busy store may be slow to answer this ping. An answer to any other call since then counts, too. */
async function answers(client: Reachable, withinMs: number): Promise<boolean> {
  const pingedAt = performance.now();
  return client.ping(withinMs).then(
    () => true,
    () => client.lastResponseAt > pingedAt,
  );
}
