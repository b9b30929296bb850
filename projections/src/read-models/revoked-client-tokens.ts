import type { ClientTokenEvent } from "@attestory/events/authorization-events.ts";
import type { Projection } from "./projection.ts";

/** An access token that an application got for itself, and that ended before it expired. */
export interface RevokedClientTokenDocument {
  id: string;
  applicationId: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Keyed by the token's id. */
export const revokedClientTokens: Projection<RevokedClientTokenDocument, ClientTokenEvent> = {
  name: "revokedClientTokens@1",
  group: "authentication",
  takes: ["ClientTokenRevoked"],
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.tokenId],
  evolve: (_, { data }) => ({ id: data.tokenId, applicationId: data.applicationId, expiresAt: data.expiresAt }),
};
