import type { User } from "../routing/answers.ts";

/** A whole account, as an answer shows it: verified and active, without roles or a second factor. The only test file that names all its fields. */
export const sampleUser = (facts: Partial<User> = {}): User => ({
  id: "5f0c1d7e-6f0e-4b6a-9a53-0d6f6c1f2b11",
  username: "ada",
  email: "ada@example.org",
  firstName: "Ada",
  lastName: null,
  isAdmin: false,
  isDeveloper: false,
  isPro: false,
  isActive: true,
  twoFactorEnabled: false,
  emailVerified: true,
  ...facts,
});
