import type { SessionOwner } from "@attestory/events/session-validity.ts";
import type { Roles, UserState } from "./user-state.ts";

/** The account state that sessions depend on. Null if there is no account. A decoy looks like an unverified account. */
export function sessionOwnerOf(state: UserState): (SessionOwner & { roles: Roles }) | null {
  if (state.status === "decoy") {
    const roles = { isAdmin: false, isDeveloper: false, isPro: false };
    return { isActive: true, emailVerified: false, sessionEpoch: 0, keptSession: null, roles };
  }
  if (state.status !== "registered") return null;
  const { isActive, emailVerified, sessionEpoch, keptSession, isAdmin, isDeveloper, isPro } = state;
  return { isActive, emailVerified, sessionEpoch, keptSession, roles: { isAdmin, isDeveloper, isPro } };
}
