import type { User } from "@attestory/http/routing/answers.ts";
import { hasAccount, type UserState } from "./user-state.ts";

/** The `user` of an answer. Null if there is no account. */
export function userAnswer(state: UserState): User | null {
  if (!hasAccount(state)) return null;
  const { userId: id, firstName, lastName } = state;
  const account = {
    id,
    username: state.username ?? "",
    email: state.email ?? "",
    firstName,
    lastName,
    twoFactorEnabled: false,
  };
  if (state.status === "decoy") {
    const nothing = { isAdmin: false, isDeveloper: false, isPro: false };
    return { ...account, ...nothing, isActive: true, emailVerified: false };
  }
  const { isAdmin, isDeveloper, isPro, isActive, emailVerified } = state;
  return { ...account, isAdmin, isDeveloper, isPro, isActive, emailVerified };
}
