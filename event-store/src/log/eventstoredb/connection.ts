import { setTimeout as wait } from "node:timers/promises";
import { LogUnavailable } from "../event-log.ts";
import { AnnouncedWake } from "../follow.ts";
import { failureOf } from "./failures.ts";

/** What a connection requires of its client. */
export interface Reachable {
  /** When the server last responded to this client, as a `performance.now()` value. */
  readonly lastResponseAt: number;
  /** Always settles, after a short time. */
  ping(): Promise<unknown>;
  /** Fails the client's calls in progress and releases the client. Never throws. */
  end(): void;
}

const heartbeatMs = 1000;
/** A call that takes longer, in milliseconds, triggers a check whether the store still answers. */
const patienceMs = 300;
const betweenAttemptsMs = 250;

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
  #attempts = 0;
  #doubt = new AbortController();

  /** `connect` creates a client that shares nothing with earlier ones. The attempt number is different for each. */
  constructor(connect: (attempt: number) => Client) {
    this.#connect = connect;
    this.#client = connect(0);
    void this.#watch();
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
      const client = this.#client;
      if (client === null || (await answers(client)) || this.#closed.signal.aborted) continue;
      this.#client = null;
      client.end();
      await this.#reconnect();
    }
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const candidate = this.#candidate();
      if (candidate && (await answers(candidate)) && !signal.aborted) {
        this.#client = candidate;
        this.#restored.announce();
        return;
      }
      candidate?.end();
      await wait(betweenAttemptsMs, null, { signal, ref: false }).catch(() => {});
    }
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
async function answers(client: Reachable): Promise<boolean> {
  const pingedAt = performance.now();
  return client.ping().then(
    () => true,
    () => client.lastResponseAt > pingedAt,
  );
}
