import { clientSources, everySource } from "@attestory/projections/read-models/client-sources.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";

/** In milliseconds. */
const rememberedMs = 1000;

/** Whether admins let applications describe themselves by a document. Remembered for a second, as every client asks for the metadata. */
export function clientDocumentSupport(
  store: Pick<ReadStore, "list">,
  elapsed = () => performance.now(),
): () => Promise<boolean> {
  let last: { isSupported: boolean; readAt: number } | undefined;
  return async () => {
    const readAt = elapsed();
    if (last && readAt - last.readAt < rememberedMs) return last.isSupported;
    const listing = { index: "all", value: everySource, direction: "ascending", limit: 1 } as const;
    const isSupported = (await store.list(clientSources, listing)).length > 0;
    last = { isSupported, readAt };
    return isSupported;
  };
}
