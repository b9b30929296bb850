import { clientSourceEvents } from "@attestory/events/client-source-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";
import { instantOrder } from "./sessions.ts";

/** From where Client ID Metadata Documents may come. One that was removed has no document. */
export interface ClientSourceDocument {
  id: string;
  urlPrefix: string;
  /** Milliseconds since the epoch. */
  allowedAt: number;
  /** The admin. */
  allowedBy: string;
}

/** The value of every source in the index `all`. */
export const everySource = "source";

/** Keyed by the source's id. The index `all` lists every source, oldest first. Decides which applications count. */
export const clientSources: Projection<ClientSourceDocument> = defineProjection({
  name: "clientSources@1",
  group: "authentication",
  personal: "sealed",
  indexes: { all: { entry: ({ allowedAt }) => ({ value: everySource, order: instantOrder(allowedAt) }) } },
  keys: ({ data }) => [data.sourceId],
  covers: clientSourceEvents,
  begin: {
    ClientSourceAllowed: ({ actor, recordedAt, data: { sourceId: id, urlPrefix } }) => ({
      id,
      urlPrefix,
      allowedAt: recordedAt.getTime(),
      allowedBy: actor.id,
    }),
  },
  evolve: { ClientSourceRemoved: () => null },
});
