import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import type { DecoyUser, RegisteredUser, UserState } from "./user-state.ts";

/** How long an unverified registration holds its address and username against other registrations. */
export const holdSeconds = 3600;
/** How long a registration can be verified. After that it lapses. */
export const lapseSeconds = 7 * 86_400;

/** An account whose address is not verified. A decoy never is. */
export const isUnverified = (state: UserState): state is RegisteredUser | DecoyUser =>
  state.status === "decoy" || (state.status === "registered" && !state.emailVerified);

/** Whether another registration of the address or of the username may replace this one, or has. */
export const isReplaceable = (state: UserState, now: Date): boolean =>
  state.status === "lapsed" || (isUnverified(state) && isOlder(state, holdSeconds, now));

/** Whether the registration has lapsed, or would have if the worker that records it had come to it already. */
export const hasLapsed = (state: UserState, now: Date): boolean =>
  state.status === "lapsed" || (isUnverified(state) && isOlder(state, lapseSeconds, now));

/** A registration dated in the future, beyond clock skew, holds nothing: its age is unknown. */
function isOlder({ registeredAt }: { registeredAt: Date }, seconds: number, now: Date): boolean {
  const ageMs = now.getTime() - registeredAt.getTime();
  return ageMs >= seconds * 1000 || ageMs < -maxClockSkewMs;
}
