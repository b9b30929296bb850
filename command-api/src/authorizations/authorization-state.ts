import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type Grant, hasExpiredEverywhere, offlineScope } from "@attestory/events/grant-validity.ts";

export type IssuedCode = Extract<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>["data"];
export type EndReason = Extract<AuthorizationEvent, { type: "AuthorizationEnded" }>["data"]["reason"];

/** A code that was issued, and the tokens that it gave. */
export interface Authorization
  extends Omit<IssuedCode, "authenticatedAt" | "expiresAt">,
    Pick<Grant, "offline" | "ended"> {
  status: "issued";
  authenticatedAt: Date;
  expiresAt: Date;
  /** Null until the code gives its tokens. */
  redeemedAt: Date | null;
  /** When the newest refresh token was given. */
  refreshedAt: Date | null;
  /** The number of the newest refresh token; zero while there is none. */
  serial: number;
  /** Access tokens that ended singly. By another clock, they may not have expired. */
  revoked: readonly { tokenId: string; expiresAt: Date }[];
}

export type AuthorizationState = { status: "none" } | Authorization;

export function evolveAuthorization(
  state: AuthorizationState,
  event: RecordedEvent<AuthorizationEvent>,
): AuthorizationState {
  if (event.type === "AuthorizationCodeIssued") return issued(event.data);
  return state.status === "none" ? state : evolveIssued(state, event);
}

const issued = (data: IssuedCode): Authorization => ({
  status: "issued",
  ...data,
  authenticatedAt: new Date(data.authenticatedAt),
  expiresAt: new Date(data.expiresAt),
  offline: data.scopes.includes(offlineScope),
  ended: false,
  redeemedAt: null,
  refreshedAt: null,
  serial: 0,
  revoked: [],
});

type Change = RecordedEvent<Exclude<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>>;

function evolveIssued(state: Authorization, event: Change): Authorization {
  const { recordedAt } = event;
  switch (event.type) {
    case "AuthorizationCodeRedeemed": {
      const { offline } = event.data;
      return { ...state, offline, redeemedAt: recordedAt, refreshedAt: recordedAt, serial: offline ? 1 : 0 };
    }
    case "RefreshTokenRotated":
      return { ...state, refreshedAt: recordedAt, serial: event.data.serial };
    case "AccessTokenRevoked": {
      const { tokenId } = event.data;
      const remembered = state.revoked.filter(({ expiresAt }) => !hasExpiredEverywhere(expiresAt, recordedAt));
      return { ...state, revoked: [...remembered, { tokenId, expiresAt: new Date(event.data.expiresAt) }] };
    }
    case "AuthorizationEnded":
      return { ...state, ended: true, revoked: [] };
  }
}
