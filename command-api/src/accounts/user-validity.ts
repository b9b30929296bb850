import type { ApiKeyOwner } from "@attestory/events/api-key-validity.ts";
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

/** The account state that API keys depend on. Null if there is no account that could have one. */
export const apiKeyOwnerOf = (state: UserState): (ApiKeyOwner & { roles: Roles }) | null => {
  if (state.status !== "registered") return null;
  const { isActive, emailVerified, apiKeyEpoch, isAdmin, isDeveloper, isPro } = state;
  return { isActive, emailVerified, apiKeyEpoch, roles: { isAdmin, isDeveloper, isPro } };
};

/** From when on the user's consents count. Null: all count. */
export const consentsCountFrom = (state: UserState): Date | null =>
  state.status === "registered" ? state.consentsCountFrom : null;
