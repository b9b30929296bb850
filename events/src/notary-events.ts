import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `notary` and of `verifications`. */

/**
 * The service has signed what the log was: see docs/decisions/the-log-proves-itself.md. `note` is the checkpoint (C2SP signed note) of the Merkle tree of
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

/** The service has read its whole log: every event agrees with its checksum, and the first `covered` with every checkpoint of them. */
export const logVerified = defineEvent(
  "LogVerified",
  1,
  z.object({ events: z.int().nonnegative(), checkpoints: z.int().nonnegative(), covered: z.int().nonnegative() }),
);

/** The service has read its log, and found that it is not what was signed. Of the first `events`, all agreed. */
export const logRefuted = defineEvent(
  "LogRefuted",
  1,
  z.object({ events: z.int().nonnegative(), reason: z.string().max(500) }),
);

export const notaryEvents = [checkpointSigned] as const;
export const verificationEvents = [logVerified, logRefuted] as const;
export type CheckpointSigned = EventOf<typeof checkpointSigned>;
export type LogVerified = EventOf<typeof logVerified>;
export type LogRefuted = EventOf<typeof logRefuted>;
