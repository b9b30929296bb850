import type { User } from "@attestory/http/routing/answers.ts";
import type { DecoyUser, RegisteredUser } from "./user-state.ts";

/** The `user` of an answer. */
export function userAnswer(state: RegisteredUser | DecoyUser): User {
  const account = {
    id: state.userId,
    username: state.username ?? "",
    email: state.email ?? "",
    firstName: state.firstName,
    lastName: state.lastName,
    twoFactorEnabled: false,
  };
  if (state.status === "decoy") {
    const nothing = { isAdmin: false, isDeveloper: false, isPro: false };
    return { ...account, ...nothing, isActive: true, emailVerified: false };
  }
  const { isAdmin, isDeveloper, isPro, isActive, emailVerified } = state;
  return { ...account, isAdmin, isDeveloper, isPro, isActive, emailVerified };
}
