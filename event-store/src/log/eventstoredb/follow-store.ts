import type { Position } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { betweenTriesMs } from "./call-store.ts";
import type { EventStoreClient } from "./client.ts";
import type { Connection } from "./connection.ts";
import { failureOf } from "./failures.ts";
import type { Head } from "./head.ts";
import { findAt, later, noSuchPosition, positionOf } from "./places.ts";
import type { FoundEvent } from "./stored-event.ts";

/** The pauses before a failed subscription is made again. */
const resubscription = { firstMs: betweenTriesMs, longestMs: 1000 };

interface Followed {
  connection: Connection<EventStoreClient>;
  /** Of the streams to follow. */
  prefix: string;
  head: Head;
  after: Position;
}

/** Yields events after a position, then new ones. Subscribes again after transient failures. */
export class StoreFollower {
  readonly #connection: Connection<EventStoreClient>;
  readonly #prefix: string;
  readonly #head: Head;
  /** Of the last event that was yielded. */
  #position: Position;
  /** Failed subscriptions in a row. */
  #failures = 0;

  constructor({ connection, prefix, head, after }: Followed) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#head = head;
    this.#position = after;
  }

  /** Ends when the signal aborts. @throws an error that a new subscription would not fix */
  async *events(signal: AbortSignal): AsyncGenerator<FoundEvent[]> {
    while (!signal.aborted) {
      await this.#connection.restored(signal);
      const client = this.#connection.client();
      if (client) yield* this.#subscribe(client, signal);
    }
  }

  async *#subscribe(client: EventStoreClient, signal: AbortSignal): AsyncGenerator<FoundEvent[]> {
    let from = this.#position;
    try {
      from = await this.#head.startAfter(client, this.#position);
      for await (const found of client.subscribe(this.#prefix, from, signal)) {
        this.#failures = 0;
        const events = this.#takeNew(found);
        if (events.length > 0) yield events;
      }
    } catch (error) {
      // A scavenge removes records of others. Then it follows from its own event.
      if (from > this.#position && failureOf(error) === "no-place") return this.#head.forget();
      await this.#throwIfFinal(error, client);
      this.#connection.doubt(client);
      this.#failures++;
      await pause(backoffMs(this.#failures, resubscription), signal);
    }
  }

  #takeNew(found: FoundEvent[]): FoundEvent[] {
    const events = later(found, this.#position);
    const last = events.at(-1);
    if (last) this.#position = positionOf(last);
    return events;
  }

  /** @throws an error that a new subscription would not fix */
  async #throwIfFinal(error: unknown, client: EventStoreClient): Promise<void> {
    const failure = failureOf(error);
    if (failure === "transient") return;
    // The store fails a subscription in the same way for other reasons.
    const isMissing = failure === "no-place" && this.#position > 0n && !(await findAt(client, this.#position));
    throw isMissing ? noSuchPosition(this.#position, error) : error;
  }
}
