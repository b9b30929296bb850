import type { Position, StoredEvent } from "@attestory/events/envelope.ts";
import type { Wake } from "../follow.ts";

type Read = (after: Position, limit: number) => Promise<StoredEvent[]>;

/** Followers are that far apart at most, unless one reads what is old. */
const mostKept = 256;

/**
 * The newest events that the followers of one connection have read. A commit wakes all of them, and they ask for the same events: these
 * are read and checked once. Positions have no gaps.
 */
export class SharedTail {
  readonly #read: Read;
  readonly #wake: Pick<Wake, "count">;
  #newest: readonly StoredEvent[] = [];
  /** Where the log ended, and how many announcements there had been: another event is announced. */
  #end: { after: Position; announced: number } | null = null;

  constructor(read: Read, wake: Pick<Wake, "count">) {
    this.#read = read;
    this.#wake = wake;
  }

  /** From the file: what begins anew after a failure must see an event that was repaired meanwhile. */
  async readAnew(after: Position, limit: number): Promise<readonly StoredEvent[]> {
    const announced = this.#wake.count;
    const events = await this.#read(after, limit);
    if (events.length === 0) this.#end = { after, announced };
    else this.#keep(events, after);
    return events;
  }

  /** At most `limit` events after the position. Fewer may have been found than there are by now; none only at the end of what was announced. */
  async readOn(after: Position, limit: number): Promise<readonly StoredEvent[]> {
    const [first] = this.#newest;
    const at = first ? Number(after + 1n - first.position) : -1;
    if (at >= 0 && at < this.#newest.length) return this.#newest.slice(at, at + limit);
    const isAtEnd = this.#end?.after === after && this.#end.announced === this.#wake.count;
    return isAtEnd ? [] : this.readAnew(after, limit);
  }

  #keep(events: readonly StoredEvent[], after: Position): void {
    const before = this.#newest.at(-1)?.position === after ? this.#newest : [];
    this.#newest = [...before, ...events].slice(-mostKept);
  }
}
