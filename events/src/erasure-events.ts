import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `erasure-<person id>`, of `erasuresProgress` and of `lateErasuresProgress`. */

/** The vault has destroyed the person's key. Every process forgets its copy when it reads this. */
export const personKeyDestroyed = defineEvent("PersonKeyDestroyed", 1, z.object({ personId: z.uuid() }));

/** Everyone whom a worker had to erase because of an event up to `position` is erased. */
export const erasuresProgressed = defineEvent(
  "ErasuresProgressed",
  1,
  z.object({ position: z.string().regex(/^\d+$/) }),
);

export const erasureEvents = [personKeyDestroyed, erasuresProgressed] as const;
export type ErasuresProgressed = EventOf<typeof erasuresProgressed>;
