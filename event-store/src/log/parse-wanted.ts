import { definitionOf, parseEvent, type RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StoredEvent } from "@attestory/events/envelope.ts";

/**
 * Parses the events of these types (all, if they are left out), and the last event, by whose position a follower goes on. @throws
 * UnreadableEvent also for another event, if this release does not know its type or version
 */
export function parseWanted(stored: readonly StoredEvent[], types?: ReadonlySet<string>): RecordedEvent[] {
  if (!types) return stored.map((event) => parseEvent(event));
  const last = stored.at(-1);
  return stored.flatMap((event) => {
    const isKnown = definitionOf(event.type).version >= event.schemaVersion;
    return types.has(event.type) || event === last || !isKnown ? [parseEvent(event)] : [];
  });
}
