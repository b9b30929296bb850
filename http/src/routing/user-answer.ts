import type { User } from "./answers.ts";

/** The `user` of an answer: these fields of an account and no others. */
export const userAnswer = (account: User): User => ({
  id: account.id,
  username: account.username,
  email: account.email,
  firstName: account.firstName,
  lastName: account.lastName,
  isAdmin: account.isAdmin,
  isDeveloper: account.isDeveloper,
  isPro: account.isPro,
  isActive: account.isActive,
  twoFactorEnabled: account.twoFactorEnabled,
  emailVerified: account.emailVerified,
});
