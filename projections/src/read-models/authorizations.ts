import { authorizationEvents } from "@attestory/events/authorization-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { hasExpiredEverywhere } from "@attestory/events/grant-validity.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

type Issued = Recorded<"AuthorizationCodeIssued">["data"];
type Epochs = "sessionEpoch" | "consentEpoch" | "applicationEpoch" | "trustEpoch";
type Known = "userId" | "applicationId" | "sessionId" | "scopes" | "claims" | "basis" | "generation" | Epochs;

/** An authorization code and the tokens that it gave. `isGrantAlive` decides whether they may be used. */
export interface AuthorizationDocument extends Pick<Issued, Known> {
  id: string;
  /** When the user had proved who they are, in milliseconds since the epoch. */
  authenticatedAt: number;
  /** When the code gave its first tokens, and when the newest refresh token was given. Null until then. */
  redeemedAt: number | null;
  refreshedAt: number | null;
  offline: boolean;
  /** The number of the newest refresh token; zero while there is none. */
  refreshSerial: number;
  /** By an `AuthorizationEnded`. */
  ended: boolean;
  /** Access tokens that ended singly. Some may have expired. `expiresAt`: in milliseconds since the epoch. */
  revoked: readonly { tokenId: string; expiresAt: number }[];
}

/** Keyed by the id of the authorization. */
export const authorizations: Projection<AuthorizationDocument> = defineProjection({
  name: "authorizations@5",
  group: "authentication",
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.authorizationId],
  covers: authorizationEvents,
  begin: { AuthorizationCodeIssued: issued },
  evolve: {
    AuthorizationCodeRedeemed: (authorization, { data: { offline }, recordedAt }) => {
      const at = recordedAt.getTime();
      return { ...authorization, redeemedAt: at, refreshedAt: at, offline, refreshSerial: offline ? 1 : 0 };
    },
    RefreshTokenRotated: (authorization, { data: { serial }, recordedAt }) => ({
      ...authorization,
      refreshedAt: recordedAt.getTime(),
      refreshSerial: serial,
    }),
    AccessTokenRevoked: (authorization, event) => ({ ...authorization, revoked: withRevoked(authorization, event) }),
    AuthorizationEnded: (authorization) => ({ ...authorization, ended: true, revoked: [] }),
  },
});

function issued({ data }: Recorded<"AuthorizationCodeIssued">): AuthorizationDocument {
  return {
    id: data.authorizationId,
    userId: data.userId,
    applicationId: data.applicationId,
    sessionId: data.sessionId,
    scopes: data.scopes,
    claims: data.claims,
    sessionEpoch: data.sessionEpoch,
    consentEpoch: data.consentEpoch,
    applicationEpoch: data.applicationEpoch,
    basis: data.basis,
    trustEpoch: data.trustEpoch,
    generation: data.generation,
    authenticatedAt: Date.parse(data.authenticatedAt),
    redeemedAt: null,
    refreshedAt: null,
    offline: false,
    refreshSerial: 0,
    ended: false,
    revoked: [],
  };
}

/** A long-lived authorization can have any number: those that have expired by every clock are dropped. */
const withRevoked = ({ revoked }: AuthorizationDocument, { data, recordedAt }: Recorded<"AccessTokenRevoked">) => {
  const remembered = revoked.filter(({ expiresAt }) => !hasExpiredEverywhere(expiresAt, recordedAt));
  return [...remembered, { tokenId: data.tokenId, expiresAt: Date.parse(data.expiresAt) }];
};
