import { z } from "zod";
import { defineEvent } from "./define-event.ts";

/** Events of `user-<id>` about links that the command line makes for a person who cannot sign in any more. */

/** Only the newest link is valid. */
export const rescueLinkMade = defineEvent("RescueLinkMade", 1, z.object({ userId: z.uuid() }));

/** Ends every session. `linkId`: the event that made the link. */
export const rescueLinkUsed = defineEvent(
  "RescueLinkUsed",
  1,
  z.object({ userId: z.uuid(), linkId: z.uuid(), purpose: z.enum(["password", "second-factors"]) }),
);

/** The second factors were removed that the link was used to remove. */
export const rescueFinished = defineEvent("RescueFinished", 1, z.object({ userId: z.uuid(), linkId: z.uuid() }));

export const rescueEvents = [rescueLinkMade, rescueLinkUsed, rescueFinished] as const;
