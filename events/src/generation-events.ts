import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/**
 * Event of `generations`. Somebody chose this generation of the log to be the service's, instead of another one. It is in the log of the
 * generation that was chosen. A kept log that lacks a later one was not in use again.
 */
export const generationChosen = defineEvent(
  "GenerationChosen",
  1,
  z.object({
    generation: z.int().positive(),
    /** The one that was active until then. Null: there was none. */
    instead: z.int().positive().nullable(),
    /** Of the backup from which it was restored just now. Null: it was kept, and is chosen again. */
    backupTakenAt: z.iso.datetime().nullable(),
  }),
);

export const generationEvents = [generationChosen] as const;
export type GenerationChosen = EventOf<typeof generationChosen>;
