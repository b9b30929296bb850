import { randomUUID } from "node:crypto";
import type { Position } from "@attestory/events/envelope.ts";
import type { EventStoreClient } from "./client.ts";
import { failureOf } from "./failures.ts";
import { searchedStream } from "./stored-event.ts";

/**
 * What is known of a store that others use, too: there is no event of the generation up to `start`, and none after `head` up to `through`.
 * Each is the position of a record that was received, or zero.
 */
export interface Searched {
  start: Position;
  head: Position;
  through: Position;
}

type Keeper = Pick<EventStoreClient, "lastOf" | "append">;

/** The newest search that a process has kept, and how many were. Null if there is none that can be read. */
export async function keptSearch(client: Pick<Keeper, "lastOf">, generation: number) {
  const last = await client.lastOf(searchedStream(generation)).catch((error: unknown) => {
    if (failureOf(error) === "no-stream") return null;
    throw error;
  });
  return { length: last ? Number(last.revision) + 1 : 0, searched: parseSearched(last?.data) };
}

/** Keeps a search in the store itself, so that a copy of the store has what is true of it. @throws also if another process was faster */
export async function keepSearch(client: Keeper, generation: number, { searched, after }: Kept): Promise<void> {
  const { start, head, through } = searched;
  const data = { start: String(start), head: String(head), through: String(through) };
  await client.append(searchedStream(generation), after, [{ id: randomUUID(), type: "searched", data }]);
}

interface Kept {
  searched: Searched;
  /** How many were kept before. */
  after: number;
}

function parseSearched(data: unknown): Searched | null {
  const { start, head, through } = (typeof data === "object" && data ? data : {}) as Record<string, unknown>;
  const positions = [start, head, through].map((text) =>
    /^\d{1,19}$/.test(String(text)) ? BigInt(String(text)) : null,
  );
  const [first = null, newest = null, last = null] = positions;
  return first === null || newest === null || last === null ? null : { start: first, head: newest, through: last };
}
