import { z } from "zod";
import { defineEvent, personal } from "./define-event.ts";

/** Events of `snapshot-<digest>`: the state of a long stream, so that the stream need not be read from its beginning. */

/**
 * The state after the stream's events up to and including `version`. It only saves reads and is never the source of truth: the
 * stream's events give the same state.
 */
export const snapshotTaken = defineEvent(
  "SnapshotTaken",
  1,
  z.object({
    stream: z.string(),
    version: z.int(),
    /** The event at that version, which distinguishes this history from another one. */
    eventId: z.uuid(),
    /** `<decider>@<n>`: the decider that evolved the state, and its version. No other can use the snapshot. */
    fold: z.string(),
    state: personal(z.record(z.string(), z.unknown())),
  }),
);

export const snapshotEvents = [snapshotTaken] as const;
