import type { User } from "@attestory/http/routing/answers.ts";
import { userAnswer } from "@attestory/http/routing/user-answer.ts";
import type { DecoyUser, LapsedUser, RegisteredUser } from "./user-state.ts";

const unverified = { isAdmin: false, isDeveloper: false, isPro: false, isActive: true, emailVerified: false };

/** A new account has no second factor. A decoy looks like an account that is not verified yet. */
export const answerUser = (state: RegisteredUser | DecoyUser | LapsedUser, twoFactorEnabled = false): User =>
  userAnswer({
    ...unverified,
    ...state,
    id: state.userId,
    username: state.username ?? "",
    email: state.email ?? "",
    twoFactorEnabled,
  });
