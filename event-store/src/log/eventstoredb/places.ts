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

interface Range {
  after: Position;
  limit: number;
}

/**
 * Events with this prefix after the position, at most `limit`. Skips the store's own events and those of other generations.
 * @throws NoSuchPosition
 */
export async function readOwn(client: Searched, prefix: string, { after, limit }: Range): Promise<FoundEvent[]> {
  try {
    // The store's read includes the event at the position itself.
    const found = await client.readFiltered({ prefix, direction: "forwards", from: after, limit: limit + 1 });
    return later(found, after).slice(0, limit);
  } catch (error) {
    throw failureOf(error) === "no-place" ? noSuchPosition(after, error) : error;
  }
}

type Searched = Pick<EventStoreClient, "readFiltered">;

/** At most `limit` events with this prefix, newest first. */
export const newestOwn = (client: Searched, prefix: string, limit: number): Promise<FoundEvent[]> =>
  client.readFiltered({ prefix, direction: "backwards", from: null, limit });

/** Finds the newest event with a prefix, and remembers which part of the log it has searched. */
export class Head {
  readonly #prefix: string;
  #known: Position = 0n;
  /** The position of a record up to which nothing newer than `#known` has the prefix; zero before the first search. */
  #through: Position = 0n;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  async find(client: Searched & Pick<EventStoreClient, "newestOfAll">): Promise<Position> {
    const newest = await client.newestOfAll();
    // The newest event of all nearly always has the prefix.
    if (newest?.streamId.startsWith(this.#prefix)) return this.#remember(positionOf(newest), positionOf(newest));
    const through = newest ? positionOf(newest) : 0n;
    if (through === 0n || through <= this.#through) return this.#known;
    const found = this.#through > 0n ? await this.#newestSince(client) : await this.#newestOfAll(client);
    return this.#remember(found, found > through ? found : through);
  }

  /** Searches everything if the record at `#through` is gone, as after a scavenge. */
  async #newestSince(client: Searched): Promise<Position> {
    let after = this.#through;
    let head = this.#known;
    for (;;) {
      const page = await readOwn(client, this.#prefix, { after, limit: pageSize }).catch((error: unknown) => {
        if (error instanceof NoSuchPosition) return null;
        throw error;
      });
      if (page === null) return this.#newestOfAll(client);
      after = page.at(-1)?.position?.commit ?? after;
      if (page.length > 0) head = after;
      if (page.length < pageSize) return head;
    }
  }

  async #newestOfAll(client: Searched): Promise<Position> {
    const [own] = await newestOwn(client, this.#prefix, 1);
    return own ? positionOf(own) : 0n;
  }

  /** Two searches may run at once: the newer result is right. */
  #remember(head: Position, through: Position): Position {
    if (through > this.#through) this.#through = through;
    if (head > this.#known) this.#known = head;
    return head;
  }
}
