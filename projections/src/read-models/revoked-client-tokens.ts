import { clientTokenEvents } from "@attestory/events/authorization-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** An access token that an application got for itself, and that ended before it expired. */
export interface RevokedClientTokenDocument {
  id: string;
  applicationId: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Keyed by the token's id. */
export const revokedClientTokens: Projection<RevokedClientTokenDocument> = defineProjection({
  name: "revokedClientTokens@1",
  group: "authentication",
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.tokenId],
  covers: clientTokenEvents,
  begin: {
    ClientTokenRevoked: ({ data: { tokenId, applicationId, expiresAt } }) => ({
      id: tokenId,
      applicationId,
      expiresAt,
    }),
  },
});
