import type { Position } from "@attestory/events/envelope.ts";
import { LRUCache } from "lru-cache";
import { LogUnavailable } from "../event-log.ts";
import { callStore } from "./call-store.ts";
import { EventStoreClient } from "./client.ts";
import { Connection } from "./connection.ts";
import { failureOf } from "./failures.ts";
import { positionOf, readOwn } from "./places.ts";
import { keptSearch } from "./searched.ts";
import { searchedStream, streamPrefix } from "./stored-event.ts";

const pageSize = 1000;
/** So many streams are remembered, so that each is deleted about once. */
const mostRemembered = 10_000;
const keepAliveMs = 10_000;

/**
 * Deletes every stream of a generation. The store frees their space when it is scavenged. May be repeated.
 * @throws LogUnavailable also if the user may not delete: the service's own may not
 */
export async function removeEventStoreDbLog({ url, generation }: { url: string; generation: number }): Promise<void> {
  const connection = new Connection((attempt) => new EventStoreClient(url, keepAliveMs + attempt));
  const prefix = streamPrefix(generation);
  const deleted = new LRUCache<string, true>({ max: mostRemembered });
  try {
    for (let after: Position = 0n; ; ) {
      const page = await callStore(connection, (client) => readOwn(client, prefix, { after, limit: pageSize }));
      const last = page.at(-1);
      if (!last) break;
      for (const { streamId } of page) {
        if (deleted.has(streamId)) continue;
        await callStore(connection, (client) => client.deleteStream(streamId)).catch(reportRefusal);
        deleted.set(streamId, true);
      }
      after = positionOf(last);
    }
    await callStore(connection, (client) => removeSearched(client, generation)).catch(reportRefusal);
  } finally {
    connection.close();
  }
}

/** A stream that is absent cannot be deleted. */
async function removeSearched(client: EventStoreClient, generation: number): Promise<void> {
  if ((await keptSearch(client, generation)).length > 0) await client.deleteStream(searchedStream(generation));
}

function reportRefusal(error: unknown): never {
  if (!(error instanceof LogUnavailable) || failureOf(error.cause) !== "refused") throw error;
  const why = "the event store does not let this user delete streams: name one that may in EVENT_LOG_ADMIN";
  throw new LogUnavailable(why, { cause: error.cause });
}
