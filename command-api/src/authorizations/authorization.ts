import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { hasExpiredEverywhere, offlineScope, refreshTokenEnd } from "@attestory/events/grant-validity.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import {
  type Authorization,
  type AuthorizationState,
  authorizationSnapshot,
  type EndReason,
  type IssuedCode,
} from "./authorization-state.ts";

/** What an authenticated application sent with a code. */
export interface PresentedCode {
  applicationId: string;
  /** Null if it sent none. */
  redirectUri: string | null;
  /** The challenge that belongs to the verifier that it sent; null if it sent none, "" if it is no verifier (RFC 7636 section 4.1). */
  challenge: string | null;
  /** Thumbprint of the key that it showed (RFC 9449); null if it showed none. */
  jkt: string | null;
  now: Date;
}

export type AuthorizationCommand =
  | ({ type: "issue" } & IssuedCode)
  | ({ type: "redeem"; bindsRefreshTokens: boolean } & PresentedCode)
  /** `serial`: of the refresh token that was sent. */
  | { type: "rotate"; applicationId: string; serial: number; jkt: string | null; now: Date }
  | { type: "revoke-access-token"; tokenId: string; expiresAt: Date }
  /** Ends the code and every token that it gave. */
  | { type: "end"; reason: EndReason };

/** Each `EndReason` among them asks the caller to end the authorization. */
export type AuthorizationReason =
  | "already-issued"
  | "no-such-authorization"
  | "ended"
  | "code-expired"
  | "refresh-token-expired"
  | "wrong-key"
  | Exclude<EndReason, "revoked">;

type Decision = readonly AuthorizationEvent[] | Refused<AuthorizationReason>;
type CommandOf<Type extends AuthorizationCommand["type"]> = Extract<AuthorizationCommand, { type: Type }>;

/** An authorization code, and the tokens that it gave. Whether user, session, consent and application still allow it: `grantGuard`. */
export const authorization: Decider<AuthorizationState, AuthorizationCommand, AuthorizationEvent, AuthorizationReason> =
  defineDecider({
    initial: { status: "none" },
    decide: { issue },
    evolve: { AuthorizationCodeIssued: issued },

    when: {
      is: isIssued,
      otherwise: "no-such-authorization",
      decide: { redeem, rotate, "revoke-access-token": revokeAccessToken, end },
      evolve: {
        AuthorizationCodeRedeemed: (state, { data: { offline, dpopJkt }, recordedAt }) => ({
          ...state,
          offline,
          dpopJkt,
          redeemedAt: recordedAt,
          refreshedAt: recordedAt,
          serial: offline ? 1 : 0,
        }),
        RefreshTokenRotated: (state, { data, recordedAt }) => ({
          ...state,
          refreshedAt: recordedAt,
          serial: data.serial,
        }),
        AccessTokenRevoked: accessTokenRevoked,
        AuthorizationEnded: (state) => ({ ...state, ended: true, revoked: [] }),
      },
    },

    snapshot: authorizationSnapshot,
  });

function issue(state: AuthorizationState, { type: _, ...data }: CommandOf<"issue">): Decision {
  return state.status === "none" ? [{ type: "AuthorizationCodeIssued", data }] : { refused: "already-issued" };
}

function isIssued(state: AuthorizationState): state is Authorization {
  return state.status === "issued";
}

function issued(_: AuthorizationState, { data }: Recorded<"AuthorizationCodeIssued">): Authorization {
  return {
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
  };
}

/** Whether the verifier belongs to the challenge of the request. Without a challenge none may be sent. */
export function answersChallenge(
  { challenge }: Pick<PresentedCode, "challenge">,
  { codeChallenge }: Pick<Authorization, "codeChallenge">,
): boolean {
  if (codeChallenge === null) return challenge === null;
  return challenge !== null && isEqualInConstantTime(challenge, codeChallenge);
}

/** RFC 9449 sections 5 and 10. */
export const showsKey = ({ jkt }: Pick<PresentedCode, "jkt">, { dpopJkt }: Pick<Authorization, "dpopJkt">): boolean =>
  dpopJkt === null || jkt === dpopJkt;

/**
 * RFC 6749 sections 4.1.3 and 10.5, RFC 7636 section 4.6. The first failure of an application that proved who it is ends the code: the
 * code has leaked, or its application is wrong and fails again. A verifier without a challenge is a downgrade (RFC 9700 section 2.1.1).
 */
function redeem(state: Authorization, presented: CommandOf<"redeem">): Decision {
  const { authorizationId, userId, applicationId, offline } = state;
  if (state.ended) return { refused: "ended" };
  if (presented.applicationId !== applicationId) return { refused: "code-leaked" };
  if (state.redeemedAt !== null) return { refused: "code-replayed" };
  if (presented.now >= state.expiresAt) return { refused: "code-expired" };
  if (
    presented.redirectUri !== state.redirectUri ||
    !answersChallenge(presented, state) ||
    !showsKey(presented, state)
  ) {
    return { refused: "code-refused" };
  }
  const dpopJkt = presented.bindsRefreshTokens ? presented.jkt : null;
  return [{ type: "AuthorizationCodeRedeemed", data: { authorizationId, userId, applicationId, offline, dpopJkt } }];
}

/**
 * RFC 9700 section 4.14.2: an earlier refresh token of the family was used by two parties, so that the family ends. Without its key, a stolen
 * one ends nothing (RFC 9449 section 5).
 */
function rotate(state: Authorization, { applicationId, serial, jkt, now }: CommandOf<"rotate">): Decision {
  const { authorizationId } = state;
  if (state.ended) return { refused: "ended" };
  if (applicationId !== state.applicationId) return { refused: "refresh-token-leaked" };
  if (!showsKey({ jkt }, state)) return { refused: "wrong-key" };
  if (serial !== state.serial) return { refused: "refresh-token-reused" };
  const { redeemedAt, refreshedAt } = state;
  if (redeemedAt === null || refreshedAt === null || now >= refreshTokenEnd({ redeemedAt, refreshedAt }))
    return { refused: "refresh-token-expired" };
  return [{ type: "RefreshTokenRotated", data: { authorizationId, serial: serial + 1 } }];
}

function revokeAccessToken(state: Authorization, command: CommandOf<"revoke-access-token">): Decision {
  const { tokenId, expiresAt } = command;
  if (state.ended || state.revoked.some((one) => one.tokenId === tokenId)) return [];
  const data = { authorizationId: state.authorizationId, tokenId, expiresAt: expiresAt.toISOString() };
  return [{ type: "AccessTokenRevoked", data }];
}

function accessTokenRevoked(state: Authorization, event: Recorded<"AccessTokenRevoked">): Authorization {
  const { data, recordedAt } = event;
  const remembered = state.revoked.filter(({ expiresAt }) => !hasExpiredEverywhere(expiresAt, recordedAt));
  return { ...state, revoked: [...remembered, { tokenId: data.tokenId, expiresAt: new Date(data.expiresAt) }] };
}

function end({ authorizationId, ended }: Authorization, { reason }: CommandOf<"end">): Decision {
  return ended ? [] : [{ type: "AuthorizationEnded", data: { authorizationId, reason } }];
}
