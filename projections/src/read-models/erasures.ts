import { accountErasureEvents, type ErasureReason } from "@attestory/events/erasure-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { IndexEntry, Projection } from "./projection.ts";

/** A person who wants to be erased, or was. Nothing in it is personal: it outlives the account. Times are ISO 8601. */
export interface ErasureDocument {
  /** Of the account: a random id. */
  userId: string;
  /** When the owner asked for it, and when it is due then. Null if the owner did not ask. */
  requestedAt: string | null;
  dueAt: string | null;
  /** From when on nobody could take it back. Null until then, as is the reason. */
  startedAt: string | null;
  reason: ErasureReason | null;
  /** The id of the admin who erased the account; null if it was the owner, or the service after a restore. */
  erasedBy: string | null;
  erasedAt: string | null;
  /** `stream@version` of the receipt, the event `PersonErased`. Null until there is one, as is `erasedAt`. */
  receipt: string | null;
}

const nothingYet = {
  requestedAt: null,
  dueAt: null,
  startedAt: null,
  reason: null,
  erasedBy: null,
  erasedAt: null,
  receipt: null,
};

/**
 * Keyed by user id. The index `state` lists those that are still to be erased by when they are due, and those that were erased by when that
 * was. An erasure that has started, and is not finished, counts as to be erased.
 */
export const erasures: Projection<ErasureDocument> = defineProjection({
  name: "erasures@1",
  group: "other",
  personal: "sealed",
  indexes: { state: { entry: placeOf } },
  keys: (event) => [event.data.userId],
  covers: accountErasureEvents,
  begin: {
    // An import writes an open request once more, with another 14 days: the owner asked when it was written first.
    ErasureRequested: ({ data: { userId, erasesAt }, recordedAt }, before) => ({
      ...nothingYet,
      userId,
      requestedAt: before?.requestedAt ?? recordedAt.toISOString(),
      dueAt: erasesAt,
    }),
    ErasureStarted: ({ data: { userId, reason }, actor, recordedAt }, before) => ({
      ...(before ?? nothingYet),
      userId,
      startedAt: recordedAt.toISOString(),
      reason,
      erasedBy: byAdmin(reason) ? actor.id : null,
    }),
  },
  evolve: {
    ErasureCancelled: () => null,
    PersonErased: (erasure, { stream, version, recordedAt }) => ({
      ...erasure,
      erasedAt: recordedAt.toISOString(),
      receipt: `${stream}@${version}`,
    }),
  },
});

const byAdmin = (reason: ErasureReason): boolean => reason !== "own" && reason !== "restored";

function placeOf({ dueAt, startedAt, erasedAt }: ErasureDocument): IndexEntry {
  return { value: erasedAt === null ? "requested" : "erased", order: erasedAt ?? startedAt ?? dueAt ?? "" };
}
