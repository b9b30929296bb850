import type { StoredRecord } from "./stored-record.ts";

/** Where an event seen since the start is stored. */
type Place = Pick<StoredRecord, "revision" | "position">;

/**
 * The ids that the server remembers, per stream and only in memory, for appends that expect no revision: after a restart it knows
 * none, and stores such an append again.
 */
export function recentIds() {
  const streams = new Map<string, Map<string, Place>>();
  return {
    add({ stream, id, revision, position }: StoredRecord): void {
      const ids = streams.get(stream) ?? new Map<string, Place>();
      streams.set(stream, ids.set(id, { revision, position }));
    },
    /** The place of the last event if all ids are known, `partly` if the first but not all are, null if the first is not. */
    repeat(stream: string, events: readonly { id: string }[]): Place | "partly" | null {
      const ids = streams.get(stream);
      const places = events.map(({ id }) => ids?.get(id));
      if (!places[0]) return null;
      return places.every((place) => place !== undefined) ? (places.at(-1) ?? null) : "partly";
    },
  };
}
