import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/** Events of `initialAccessToken-<id>`: a token with which applications register themselves (RFC 7591 section 3). */

const token = { tokenId: z.uuid() };

/** By an admin, whom these applications will belong to. The token itself is not stored. */
export const initialAccessTokenMade = defineEvent(
  "InitialAccessTokenMade",
  1,
  z.object({
    ...token,
    label: personal(z.string()),
    expiresAt: z.iso.datetime(),
    uses: z.int().min(1).max(1000),
    /** How often its maker had become an active admin. */
    adminTerm: z.int().nonnegative(),
    /** That of its maker. A later one ends this token, as it ends API keys, and with it the tokens of what has registered. */
    apiKeyEpoch: z.int().nonnegative(),
  }),
);
/** Recorded right before this application registers. */
export const initialAccessTokenUsed = defineEvent(
  "InitialAccessTokenUsed",
  1,
  z.object({ ...token, applicationId: z.uuid() }),
);
export const initialAccessTokenRevoked = defineEvent("InitialAccessTokenRevoked", 1, z.object(token));

export const clientRegistrationEvents = [
  initialAccessTokenMade,
  initialAccessTokenUsed,
  initialAccessTokenRevoked,
] as const;
export type ClientRegistrationEvent = EventOf<(typeof clientRegistrationEvents)[number]>;
