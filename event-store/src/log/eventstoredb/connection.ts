import { setTimeout as wait } from "node:timers/promises";
import { LogUnavailable } from "../event-log.ts";
import { AnnouncedWake } from "../follow.ts";
import { failureOf } from "./failures.ts";

/** What is known of a client. */
export interface Reachable {
  /** When anything was last heard through it, as `performance.now()` counts. */
  readonly heardAt: number;
  /** Settles by itself, soon. */
  ping(): Promise<unknown>;
  /** Fails what the client is doing, and lets go of it. Never throws. */
  end(): void;
}

const heartbeatMs = 1000;
/** A call that is silent for longer is a reason to look whether anybody is there. */
const patienceMs = 300;
const betweenAttemptsMs = 250;

/**
 * Whether the store can be reached. A client that hears nothing is given up with all that it is doing, and from then on every call
 * is refused at once until a new one answers: a client of its own can wait minutes before it tries again, or for ever on a
 * connection whose other end is gone.
 */
export class Connection<Client extends Reachable> {
  readonly #connect: (attempt: number) => Client;
  readonly #closed = new AbortController();
  readonly #restored = new AnnouncedWake(heartbeatMs);
  #client: Client | null;
  #attempts = 0;
  #doubt = new AbortController();

  /** `connect`: a client that shares nothing with those before it; the number tells them apart. */
  constructor(connect: (attempt: number) => Client) {
    this.#connect = connect;
    this.#client = connect(0);
    void this.#watch();
  }

  /** Makes one call. @throws LogUnavailable at once, while nobody answers; else what the call throws */
  async use<Result>(call: (client: Client) => Promise<Result>): Promise<Result> {
    const client = this.#client;
    if (client === null) throw new LogUnavailable("the event store cannot be reached");
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

  /** The client to use for what lasts; null while nobody answers. */
  client(): Client | null {
    return this.#client;
  }

  /** Says that a client may be of no use: it is looked at now, not at its next turn. */
  doubt(client: Client): void {
    if (client === this.#client) this.#doubt.abort();
  }

  /** Resolves once the store answers, or with the signal. */
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

  /** Null where there is none to be had now: a file that the connection string names is gone. */
  #candidate(): Client | null {
    try {
      return this.#connect(++this.#attempts);
    } catch {
      return null;
    }
  }
}

/** A store that is busy may be slow to answer this one question, while it answers others. */
async function answers(client: Reachable): Promise<boolean> {
  const asked = performance.now();
  return client.ping().then(
    () => true,
    () => client.heardAt > asked,
  );
}
