import { newUser, type User, userAnswer } from "@attestory/http/routing/answers.ts";
import type { DecoyUser, LapsedUser, RegisteredUser } from "./user-state.ts";

/** A new account has no second factor. A decoy looks like an account that is not verified yet. */
export const answerUser = (state: RegisteredUser | DecoyUser | LapsedUser, twoFactorEnabled = false): User =>
  userAnswer({
    ...newUser,
    ...state,
    id: state.userId,
    username: state.username ?? "",
    email: state.email ?? "",
    twoFactorEnabled,
  });
