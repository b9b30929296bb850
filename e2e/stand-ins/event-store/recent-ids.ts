import type { StoredRecord } from "./stored-record.ts";

/** Where an event that was seen since the start stands. */
type Place = Pick<StoredRecord, "revision" | "position">;

/**
 * What the server remembers of ids, per stream and in memory alone, for appends that expect no revision: after a restart it knows
 * none, and such an append is stored again.
 */
export function recentIds() {
  const streams = new Map<string, Map<string, Place>>();
  return {
    add({ stream, id, revision, position }: StoredRecord): void {
      const ids = streams.get(stream) ?? new Map<string, Place>();
      streams.set(stream, ids.set(id, { revision, position }));
    },
    /** The place of the last event where all are known; `partly` where only the first is; null where the first is not. */
    repeat(stream: string, events: readonly { id: string }[]): Place | "partly" | null {
      const ids = streams.get(stream);
      const places = events.map(({ id }) => ids?.get(id));
      if (!places[0]) return null;
      return places.every((place) => place !== undefined) ? (places.at(-1) ?? null) : "partly";
    },
  };
}
