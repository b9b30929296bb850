import { z } from "zod";
import { defineEvent, personal } from "./define-event.ts";

/** Facts of `snapshot-<digest of a stream's name>`: what a long stream folds to, so that it need not be read from its beginning. */

/**
 * What the stream's events up to and with `version` fold to. A note for whoever folds it later, never a truth of its own: the
 * stream says the same without it.
 */
export const snapshotTaken = defineEvent(
  "SnapshotTaken",
  1,
  z.object({
    stream: z.string(),
    version: z.int(),
    /** The event at that version, which tells this history from another one. */
    eventId: z.uuid(),
    /** `<decider>@<n>`: how it was folded. Who folds in another way has no use for it. */
    fold: z.string(),
    state: personal(z.record(z.string(), z.unknown())),
  }),
);

export const snapshotEvents = [snapshotTaken] as const;
