import { clientSources, everyAllowedSource } from "@attestory/projections/read-models/client-sources.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { stateOfSource } from "./live-source.ts";

/** In milliseconds. */
const rememberedMs = 1000;
/** As many as there may be. */
const most = 100;

/** Whether admins let applications describe themselves by a document. Remembered for a second, as every client asks for the metadata. */
export function clientDocumentSupport(
  store: Pick<ReadStore, "getMany" | "list">,
  elapsed = () => performance.now(),
): () => Promise<boolean> {
  let last: { isSupported: boolean; readAt: number } | undefined;
  return async () => {
    const readAt = elapsed();
    if (last && readAt - last.readAt < rememberedMs) return last.isSupported;
    const isSupported = await isAnyAllowed(store);
    last = { isSupported, readAt };
    return isSupported;
  };
}

async function isAnyAllowed(store: Pick<ReadStore, "getMany" | "list">): Promise<boolean> {
  const listing = { index: "allowed", value: everyAllowedSource, direction: "ascending", limit: most } as const;
  const sources = (await store.list(clientSources, listing)).map(({ document }) => document);
  const makers = await store.getMany(users, [...new Set(sources.map(({ allowedBy }) => allowedBy))]);
  return sources.some((source) => stateOfSource(source, makers.get(source.allowedBy) ?? null) === "allowed");
}
