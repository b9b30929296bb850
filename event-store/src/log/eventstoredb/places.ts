import type { Position } from "@attestory/events/envelope.ts";
import { NoSuchPosition } from "../event-log.ts";
import type { EventStoreClient } from "./client.ts";
import { failureOf } from "./failures.ts";
import type { FoundEvent } from "./stored-event.ts";

const pageSize = 1000;
export const positionOf = ({ position }: FoundEvent): Position => position?.commit ?? 0n;

/** Keeps the events whose positions grow from `after` on. The others were delivered before. */
export function later<Event extends FoundEvent>(events: readonly Event[], after: Position): Event[] {
  let position = after;
  return events.filter((event) => {
    const isLater = positionOf(event) > position;
    if (isLater) position = positionOf(event);
    return isLater;
  });
}

/** The event at this position, of any stream; null if none begins there. */
export async function findAt(client: EventStoreClient, position: Position): Promise<FoundEvent | null> {
  const [event] = await client.readAll(position, 1).catch((error) => {
    if (failureOf(error) === "no-place") return [];
    throw error;
  });
  return event && positionOf(event) === position ? event : null;
}

export const noSuchPosition = (position: Position, cause: unknown): NoSuchPosition =>
  new NoSuchPosition(`no event is at position ${position}: it belongs to another log`, { cause });

/** Events of all streams after the position. @throws NoSuchPosition */
async function readAfter(client: EventStoreClient, after: Position, limit: number): Promise<FoundEvent[]> {
  try {
    // The store's read includes the event at the position itself.
    const events = await client.readAll(after, limit + 1);
    return events.filter((event) => positionOf(event) > after);
  } catch (error) {
    throw failureOf(error) === "no-place" ? noSuchPosition(after, error) : error;
  }
}

interface Range {
  after: Position;
  limit: number;
}

/** Events with this prefix after the position, at most `limit`. Skips the store's own events and those of other generations. */
export async function readOwn(client: EventStoreClient, prefix: string, range: Range): Promise<FoundEvent[]> {
  const { after, limit } = range;
  const own: FoundEvent[] = [];
  for (let from = after, pageLimit = limit; ; pageLimit = Math.max(limit - own.length, pageSize)) {
    const page = await readAfter(client, from, pageLimit);
    for (const event of page) if (event.streamId.startsWith(prefix)) own.push(event);
    const last = page.at(-1);
    if (!last || own.length >= limit || page.length < pageLimit) return own.slice(0, limit);
    from = positionOf(last);
  }
}

/** The most pages that `newestOwn` reads: other applications may have written any number of events. */
const mostPages = 10;

/** At most `limit` events with this prefix, newest first, among the newest events of the store. */
export async function newestOwn(
  client: Pick<EventStoreClient, "readBack">,
  prefix: string,
  limit: number,
): Promise<FoundEvent[]> {
  const own: FoundEvent[] = [];
  let before: Position | null = null;
  for (let pages = 0; pages < mostPages && own.length < limit; pages++) {
    const page: FoundEvent[] = await client.readBack(before, pageSize);
    for (const event of page) if (event.streamId.startsWith(prefix)) own.push(event);
    const last = page.at(-1);
    if (!last) break;
    before = positionOf(last);
  }
  return own.slice(0, limit);
}

/** Finds the newest event with a prefix, and remembers which part of the log it has searched. */
export class Head {
  readonly #prefix: string;
  #known: Position = 0n;
  /** No event with the prefix is between `#known` and this position. */
  #through: Position = 0n;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  async find(client: EventStoreClient): Promise<Position> {
    let before: Position | null = null;
    let newest: Position | null = null;
    // The newest event of all nearly always has the prefix.
    for (let limit = 1; ; limit = pageSize) {
      const page: FoundEvent[] = await client.readBack(before, limit);
      newest ??= page[0] ? positionOf(page[0]) : 0n;
      const own = page.find(({ streamId }) => streamId.startsWith(this.#prefix));
      if (own) return this.#remember(positionOf(own), newest);
      const last = page.at(-1);
      if (!last || positionOf(last) <= this.#through) return this.#remember(this.#known, newest);
      before = positionOf(last);
    }
  }

  /** Two searches may run at once: the newer result is right. */
  #remember(head: Position, through: Position): Position {
    if (through > this.#through) this.#through = through;
    if (head > this.#known) this.#known = head;
    return head;
  }
}
