import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { hasExpiredEverywhere } from "@attestory/events/grant-validity.ts";
import type { Projection } from "./projection.ts";

type Issued = Extract<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>["data"];
type Epochs = "sessionEpoch" | "consentEpoch" | "applicationEpoch" | "trustEpoch";
type Known = "userId" | "applicationId" | "sessionId" | "scopes" | "basis" | "generation" | Epochs;

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
export const authorizations: Projection<AuthorizationDocument, AuthorizationEvent> = {
  name: "authorizations@4",
  group: "authentication",
  takes: [
    "AuthorizationCodeIssued",
    "AuthorizationCodeRedeemed",
    "RefreshTokenRotated",
    "AccessTokenRevoked",
    "AuthorizationEnded",
  ],
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.authorizationId],
  evolve(authorization, event) {
    if (event.type === "AuthorizationCodeIssued") return issued(event.data);
    return authorization && changed(authorization, event);
  },
};

const issued = (data: Issued): AuthorizationDocument => ({
  id: data.authorizationId,
  userId: data.userId,
  applicationId: data.applicationId,
  sessionId: data.sessionId,
  scopes: data.scopes,
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
});

type Change = RecordedEvent<Exclude<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>>;
type Revoked = RecordedEvent<Extract<AuthorizationEvent, { type: "AccessTokenRevoked" }>>;

function changed(authorization: AuthorizationDocument, event: Change): AuthorizationDocument {
  const at = event.recordedAt.getTime();
  switch (event.type) {
    case "AuthorizationCodeRedeemed": {
      const { offline } = event.data;
      return { ...authorization, redeemedAt: at, refreshedAt: at, offline, refreshSerial: offline ? 1 : 0 };
    }
    case "RefreshTokenRotated":
      return { ...authorization, refreshedAt: at, refreshSerial: event.data.serial };
    case "AccessTokenRevoked":
      return { ...authorization, revoked: withRevoked(authorization, event) };
    case "AuthorizationEnded":
      return { ...authorization, ended: true, revoked: [] };
  }
}

/** A long-lived authorization can have any number: those that have expired by every clock are dropped. */
const withRevoked = ({ revoked }: AuthorizationDocument, { data, recordedAt }: Revoked) => {
  const remembered = revoked.filter(({ expiresAt }) => !hasExpiredEverywhere(expiresAt, recordedAt));
  return [...remembered, { tokenId: data.tokenId, expiresAt: Date.parse(data.expiresAt) }];
};
