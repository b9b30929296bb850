import { measureBesideArgon2 } from "./beside-argon2.ts";
import { crowd, prepareSubject } from "./subject.ts";

/** POST /api/auth/login, compared with argon2id alone. */
export async function measureSignIn(): Promise<string[]> {
  const subject = await prepareSubject({}, crowd);
  const bodies = subject.logins;
  return measureBesideArgon2(subject, { what: "sign-in", path: "/api/auth/login", bodies, wanted: " (at least 0.85)" });
}
