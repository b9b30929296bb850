import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import type { DecoyUser, RegisteredUser, UserState } from "./user-state.ts";

/** How long an unverified registration holds its address and username against other registrations. */
export const holdSeconds = 3600;
/** How long a registration can be verified. After that it lapses. */
export const lapseSeconds = 7 * 86_400;

/** An account whose address is not verified. A decoy never is. */
export const isUnverified = (state: UserState): state is RegisteredUser | DecoyUser =>
  state.status === "decoy" || (state.status === "registered" && !state.emailVerified);

/**
 * Whether another registration of the address or of the username may replace this one, or has. One by a program or an admin holds them until it
 * lapses: the owner may read the invitation days later.
 */
export const isReplaceable = (state: UserState, now: Date): boolean =>
  state.status === "lapsed" ||
  (isUnverified(state) && isOver(state.registeredAt, awaitsOwner(state) ? lapseSeconds : holdSeconds, now));

/** Whether a program or an admin created the account, and its owner has not set a password yet. */
export const awaitsOwner = (state: UserState): boolean => state.status === "registered" && state.awaitsOwner;

/** Whether the registration has lapsed, or would have if the worker that records it had come to it already. */
export const hasLapsed = (state: UserState, now: Date): boolean =>
  state.status === "lapsed" || (isUnverified(state) && isOver(state.registeredAt, lapseSeconds, now));

/** Whether its address has been verified by now, or never will be. */
export const isPastVerification = (state: RegisteredUser, now: Date): boolean =>
  isOver(state.registeredAt, lapseSeconds, now);

/** A date in the future, beyond clock skew, was recorded with a wrong clock: what it began is over. */
export function isOver(since: Date, seconds: number, now: Date): boolean {
  const ageMs = now.getTime() - since.getTime();
  return ageMs >= seconds * 1000 || ageMs < -maxClockSkewMs;
}
