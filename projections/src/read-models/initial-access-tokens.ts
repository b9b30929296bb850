import type { Recorded } from "@attestory/events/catalogue.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";
import { instantOrder } from "./sessions.ts";

/** A token with which applications register themselves. */
export interface InitialAccessTokenDocument {
  id: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** The admin who made it. */
  madeBy: string;
  /** ISO 8601. */
  expiresAt: string;
  uses: number;
  /** How often its maker had become an active admin. */
  adminTerm: number;
  /** That of its maker. */
  apiKeyEpoch: number;
  /** How many applications registered with it. */
  used: number;
  isRevoked: boolean;
  /** The label, encrypted. Decrypted only for display. */
  seal: SealedFields | null;
}

/** The value of every token in the index `all`. */
export const everyInitialToken = "token";

/** Keyed by the token's id. The index `all` lists every token, oldest first. */
export const initialAccessTokens: Projection<InitialAccessTokenDocument> = defineProjection({
  name: "initialAccessTokens@1",
  group: "other",
  personal: "sealed",
  indexes: { all: { entry: ({ madeAt }) => ({ value: everyInitialToken, order: instantOrder(madeAt) }) } },
  keys: (event) => [event.data.tokenId],
  begin: { InitialAccessTokenMade: made },
  evolve: {
    InitialAccessTokenUsed: (token) => ({ ...token, used: token.used + 1 }),
    InitialAccessTokenRevoked: (token) => ({ ...token, isRevoked: true }),
  },
});

function made(event: Recorded<"InitialAccessTokenMade">): InitialAccessTokenDocument {
  const { tokenId: id, label: _, ...facts } = event.data;
  const made = { madeAt: event.recordedAt.getTime(), madeBy: event.actor.id };
  return { id, ...made, ...facts, used: 0, isRevoked: false, seal: sealedFieldsOf(event) };
}
