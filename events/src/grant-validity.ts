import { maxClockSkewMs } from "./clock-skew.ts";
import { type Present, type SessionLimits, type SessionOwner, sessionValidity } from "./session-validity.ts";

/** The rule for authorization codes and the tokens that they gave. The command side applies it to streams, the query side to documents. */

/** What was true when the code was issued. */
export interface Grant {
  /** Of the log in which the code was issued. */
  generation: number;
  sessionEpoch: number;
  consentEpoch: number;
  applicationEpoch: number;
  scopes: readonly string[];
  /** What allowed it. `unknown`: it was issued before this was recorded. */
  basis: "consent" | "trust" | "unknown";
  /** How often trust was taken from the application by then. */
  trustEpoch: number;
  /** It outlives the session (scope `offline_access`). */
  offline: boolean;
  /** By an `AuthorizationEnded`. */
  ended: boolean;
}

/**
 * What is true now. `epoch` of the consent: raised by each revocation; of the application: by each suspension. `trustEpoch`: raised each
 * time that trust is taken from the application.
 */
export interface GrantFacts {
  /** Null: there is no such account, or it is erased. */
  owner: SessionOwner | null;
  /** The session that issued the code; null if it is unknown. Not read for a grant that outlives it. */
  session: SessionLimits | null;
  consent: { granted: boolean; scopes: readonly string[]; epoch: number };
  /** Null: it was deleted. A trusted application needs no consent. */
  application: { isActive: boolean; trusted: boolean; epoch: number; trustEpoch: number } | null;
}

export const offlineScope = "offline_access";

/**
 * Whether a grant's code and tokens may be used. Every event that raises the user's `sessionEpoch` ends them, also those of the session
 * that it keeps: after a changed password an application must ask again.
 */
export function isGrantAlive(
  grant: Grant,
  { owner, session, consent, application }: GrantFacts,
  present: Present,
): boolean {
  if (grant.generation !== present.generation || grant.ended) return false;
  if (!owner?.isActive || owner.sessionEpoch !== grant.sessionEpoch) return false;
  if (!application?.isActive || application.epoch !== grant.applicationEpoch) return false;
  if (consent.epoch !== grant.consentEpoch || !isAllowed(grant, { consent, application })) return false;
  return grant.offline || (session !== null && sessionValidity(session, owner, present) === "good");
}

/** The application's trust after an admin gave it or took it away. */
export const changedTrust = ({ trustEpoch }: { trustEpoch: number }, { trusted }: { trusted: boolean }) => ({
  trusted,
  trustEpoch: trusted ? trustEpoch : trustEpoch + 1,
});

type Allowing = Pick<GrantFacts, "consent"> & { application: NonNullable<GrantFacts["application"]> };

/**
 * What rests on trust ends with it, and neither new trust nor a later consent revives it. A grant of unknown basis rests on the consent
 * that covers its scopes now. Without one it rests on trust, which must never have been taken away: when it was issued is not known.
 */
function isAllowed({ basis, scopes, trustEpoch }: Grant, { consent, application }: Allowing): boolean {
  const isTrusted = application.trusted && application.trustEpoch === trustEpoch;
  if (basis === "trust") return isTrusted;
  if (basis === "consent") return consent.granted;
  return (consent.granted && scopes.every((scope) => consent.scopes.includes(scope))) || isTrusted;
}

/** Whether an access token has expired by the clock of every process. Its revocation is remembered until then. */
export const hasExpiredEverywhere = (expiresAt: Date | number, now: Date): boolean =>
  Number(expiresAt) + maxClockSkewMs <= now.getTime();

/** In milliseconds. Refresh tokens end after this time without use, and after this time in all (RFC 9700 section 4.14.2). */
const refreshTokenIdleMs = 30 * 86_400_000;
const refreshTokenAbsoluteMs = 90 * 86_400_000;

/** When the newest refresh token of a grant ends. `redeemedAt`: when the code gave the first; `refreshedAt`: when the newest was given. */
export const refreshTokenEnd = ({ redeemedAt, refreshedAt }: { redeemedAt: Date; refreshedAt: Date }): Date =>
  new Date(Math.min(refreshedAt.getTime() + refreshTokenIdleMs, redeemedAt.getTime() + refreshTokenAbsoluteMs));
