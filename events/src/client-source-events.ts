import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `clientSources`: from where Client ID Metadata Documents are fetched. */

/** `urlPrefix`: how the addresses of the documents begin, up to a slash. */
const source = { sourceId: z.uuid(), urlPrefix: z.url() };

/** By an admin, whom the applications that come from there will belong to. It counts for the term of that admin. */
export const clientSourceAllowed = defineEvent(
  "ClientSourceAllowed",
  1,
  z.object({
    ...source,
    /** How often its maker had become an active admin. */
    adminTerm: z.int().nonnegative(),
  }),
);
/** The codes and tokens of the applications that came from there stop working. */
export const clientSourceRemoved = defineEvent("ClientSourceRemoved", 1, z.object(source));

export const clientSourceEvents = [clientSourceAllowed, clientSourceRemoved] as const;
export type ClientSourceEvent = EventOf<(typeof clientSourceEvents)[number]>;

/** Of `clientSource-<id>`. Recorded right before the application of a document registers under this entry. */
export const clientSourceUsed = defineEvent(
  "ClientSourceUsed",
  1,
  z.object({ sourceId: z.uuid(), applicationId: z.uuid() }),
);

export const clientSourceUseEvents = [clientSourceUsed] as const;
export type ClientSourceUseEvent = EventOf<(typeof clientSourceUseEvents)[number]>;
