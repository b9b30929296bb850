import { z } from "zod";
import { defineEvent } from "./define-event.ts";

/** Events of `erasure-<person id>`. */

/** The vault has destroyed the person's key. Every process forgets its copy when it reads this. */
export const personKeyDestroyed = defineEvent("PersonKeyDestroyed", 1, z.object({ personId: z.uuid() }));

export const erasureEvents = [personKeyDestroyed] as const;
