import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `notary`. */

/**
 * The service has signed what the log was: see docs/decisions/proof.md. `note` is the checkpoint (C2SP signed note) of the Merkle tree of
 * the first `size` events, up to `last`; `peaks`, in base64, are the roots of the tree's complete subtrees, from which it goes on.
 */
export const checkpointSigned = defineEvent(
  "CheckpointSigned",
  1,
  z.object({
    size: z.int().positive(),
    last: z.object({ stream: z.string().max(200), version: z.int().positive() }),
    peaks: z.array(z.string().length(44)).max(53),
    note: z.string().max(1000),
  }),
);

export const notaryEvents = [checkpointSigned] as const;
export type CheckpointSigned = EventOf<typeof checkpointSigned>;
