import type { Position } from "@attestory/events/envelope.ts";
import { NoSuchPosition } from "../event-log.ts";
import type { EventStoreClient } from "./client.ts";
import { findAt, ownBefore, positionOf, readOwn } from "./places.ts";
import { keepSearch, keptSearch, type Searched } from "./searched.ts";
import { type FoundEvent, streamPrefix } from "./stored-event.ts";

const pageSize = 1000;
/** A search is kept once so many bytes of the log of others lie behind the last one: they are looked through in some 50 ms. */
const keptEveryBytes = 1n << 24n;
const nothing: Searched = { start: 0n, head: 0n, through: 0n };

interface HeadOptions {
  generation: number;
  /** Whether it may write to the store. */
  keeps: boolean;
}

type Client = Pick<EventStoreClient, "readFiltered" | "readAll" | "newestOfAll" | "lastOf" | "append">;

/**
 * Finds the newest event of a generation, and remembers which part of the log was searched. What was searched is also kept in the store:
 * a new process does not look through the events of others again.
 */
export class Head {
  readonly #generation: number;
  readonly #prefix: string;
  readonly #keeps: boolean;
  #searched = nothing;
  /** Up to where a search is known to be kept. */
  #kept: Position = 0n;
  /** The end of a search whose record is gone. A kept search with this end is of no use. */
  #gone: Position | null = null;
  #recalled = false;
  #isKeeping = false;

  constructor({ generation, keeps }: HeadOptions) {
    this.#generation = generation;
    this.#prefix = streamPrefix(generation);
    this.#keeps = keeps;
  }

  async find(client: Client): Promise<Position> {
    const newest = await client.newestOfAll();
    // The newest event of all nearly always has the prefix.
    if (newest?.streamId.startsWith(this.#prefix)) return this.#remember(positionOf(newest), positionOf(newest));
    const through = newest ? positionOf(newest) : 0n;
    await this.#recall(client);
    if (through === 0n || through <= this.#searched.through) return this.#searched.head;
    const found = this.#searched.through > 0n ? await this.#newestSince(client) : await this.#newestOfAll(client);
    this.#remember(found, found > through ? found : through);
    void this.#keep(client).catch(() => {});
    return found;
  }

  /** At most `limit` events, newest first. */
  async newest(client: Client, limit: number): Promise<FoundEvent[]> {
    const head = await this.find(client);
    const newest = head === 0n ? null : await findAt(client, head);
    return newest ? [newest, ...(await ownBefore(client, this.#prefix, { from: head, limit: limit - 1 }))] : [];
  }

  /**
   * Where to go on after one of the own events, or from the beginning (zero): behind the events of others that are known to follow it. Only
   * for exactly these positions, since any other might be of another log.
   */
  async startAfter(client: Client, after: Position): Promise<Position> {
    await this.#recall(client);
    const { start, head, through } = this.#searched;
    if (after === head && through > after) return through;
    return after === 0n ? start : after;
  }

  /** Forgets what was searched: a record that it names is gone, as after a scavenge. */
  forget(): void {
    this.#gone = this.#searched.through;
    this.#searched = nothing;
    this.#kept = 0n;
  }

  async #recall(client: Client): Promise<void> {
    if (this.#recalled) return;
    const { searched } = await keptSearch(client, this.#generation);
    this.#recalled = true;
    if (searched) this.#adopt(searched);
  }

  /** Another process has searched, too: the newer result is right. */
  #adopt(found: Searched): void {
    if (found.through === this.#gone) return;
    if (found.through > this.#searched.through) this.#searched = found;
    if (found.through > this.#kept) this.#kept = found.through;
  }

  /** Searches everything if the record up to which it has searched is gone. */
  async #newestSince(client: Client): Promise<Position> {
    const { through, head: known } = this.#searched;
    let [after, head] = [through, known];
    for (;;) {
      const page = await readOwn(client, this.#prefix, { after, limit: pageSize }).catch((error: unknown) => {
        if (error instanceof NoSuchPosition) return null;
        throw error;
      });
      if (page === null) {
        this.forget();
        return this.#newestOfAll(client);
      }
      after = page.at(-1)?.position?.commit ?? after;
      if (page.length > 0) head = after;
      if (page.length < pageSize) return head;
    }
  }

  async #newestOfAll(client: Client): Promise<Position> {
    const [own] = await ownBefore(client, this.#prefix, { from: null, limit: 1 });
    return own ? positionOf(own) : 0n;
  }

  /** Two searches may run at once: the newer result is right. */
  #remember(head: Position, through: Position): Position {
    const before = this.#searched;
    if (through > before.through || head > before.head) {
      const newest = head > before.head ? head : before.head;
      const last = through > before.through ? through : before.through;
      this.#searched = { start: newest === 0n ? last : before.start, head: newest, through: last };
    }
    return head;
  }

  #isKept(): boolean {
    const { head, through } = this.#searched;
    return through - (head > this.#kept ? head : this.#kept) < keptEveryBytes;
  }

  /** Keeps the search, unless another process has kept one that is as good. */
  async #keep(client: Client): Promise<void> {
    if (!this.#keeps || this.#isKeeping || this.#isKept()) return;
    this.#isKeeping = true;
    try {
      const { length, searched: found } = await keptSearch(client, this.#generation);
      if (found) this.#adopt(found);
      if (this.#isKept()) return;
      const searched = this.#searched;
      await keepSearch(client, this.#generation, { searched, after: length });
      this.#kept = searched.through;
    } finally {
      this.#isKeeping = false;
    }
  }
}
