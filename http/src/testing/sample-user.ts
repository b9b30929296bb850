import { newUser, type User } from "../routing/answers.ts";

/** A whole account, as an answer shows it: verified and active, without roles or a second factor. */
export const sampleUser = (facts: Partial<User> = {}): User => ({
  ...newUser,
  id: "5f0c1d7e-6f0e-4b6a-9a53-0d6f6c1f2b11",
  username: "ada",
  email: "ada@example.org",
  firstName: "Ada",
  lastName: null,
  emailVerified: true,
  ...facts,
});
