import type { Position } from "@attestory/events/envelope.ts";
import { NoSuchPosition } from "../event-log.ts";
import type { EventStoreClient } from "./client.ts";
import { failureOf } from "./failures.ts";
import type { FoundEvent } from "./stored-event.ts";

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
export async function findAt(
  client: Pick<EventStoreClient, "readAll">,
  position: Position,
): Promise<FoundEvent | null> {
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
  /** A record after `after`, of somebody else, between which and `after` no event has the prefix: it is read from there. */
  from?: Position;
}

/**
 * Events with this prefix after the position, at most `limit`. Skips the store's own events and those of other generations.
 * @throws NoSuchPosition
 */
export async function readOwn(
  client: Searched,
  prefix: string,
  { after, limit, from = after }: Range,
): Promise<FoundEvent[]> {
  try {
    // The store's read includes the event at the position itself.
    const found = await client.readFiltered({ prefix, direction: "forwards", from, limit: limit + 1 });
    return later(found, after).slice(0, limit);
  } catch (error) {
    if (failureOf(error) !== "no-place") throw error;
    // A scavenge removes records of others.
    if (from !== after) return readOwn(client, prefix, { after, limit });
    throw noSuchPosition(after, error);
  }
}

export type Searched = Pick<EventStoreClient, "readFiltered">;

/** At most `limit` events with this prefix that are before the position, newest first. Null: of all. */
export async function ownBefore(
  client: Searched,
  prefix: string,
  { from, limit }: { from: Position | null; limit: number },
): Promise<FoundEvent[]> {
  return limit === 0 ? [] : client.readFiltered({ prefix, direction: "backwards", from, limit });
}
