import { clientSourceEvents } from "@attestory/events/client-source-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";
import { instantOrder } from "./sessions.ts";

/** From where Client ID Metadata Documents may come */
export interface ClientSourceDocument {
  id: string;
  urlPrefix: string;
  /** Milliseconds since the epoch. */
  allowedAt: number;
  /** The admin. */
  allowedBy: string;
  /** How often that admin had become an active one. */
  adminTerm: number;
  /** `at`: milliseconds since the epoch. `by`: the admin. One that was removed is only shown. */
  removed: { at: number; by: string } | null;
}

/** The value of every source in the index `allowed`. */
export const everyAllowedSource = "allowed";

/** The value of every source in the index `all`. */
export const everySource = "source";

/** Keyed by the source's id. The index `all` lists every source, oldest first; `allowed` those that were not removed. Decides which applications count. */
export const clientSources: Projection<ClientSourceDocument> = defineProjection({
  name: "clientSources@1",
  group: "authentication",
  personal: "sealed",
  indexes: {
    all: { entry: ({ allowedAt }) => ({ value: everySource, order: instantOrder(allowedAt) }) },
    allowed: {
      entry: ({ allowedAt, removed }) =>
        removed ? null : { value: everyAllowedSource, order: instantOrder(allowedAt) },
    },
  },
  keys: ({ data }) => [data.sourceId],
  covers: clientSourceEvents,
  begin: {
    ClientSourceAllowed: ({ actor, recordedAt, data: { sourceId: id, ...allowed } }) => ({
      id,
      ...allowed,
      allowedAt: recordedAt.getTime(),
      allowedBy: actor.id,
      removed: null,
    }),
  },
  evolve: {
    ClientSourceRemoved: (source, { actor, recordedAt }) => ({
      ...source,
      removed: { at: recordedAt.getTime(), by: actor.id },
    }),
  },
});
