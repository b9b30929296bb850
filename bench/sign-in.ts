import { measureBesideArgon2 } from "./beside-argon2.ts";
import { prepareSubject } from "./subject.ts";

/** POST /api/auth/login, compared with argon2id alone. */
export async function measureSignIn(): Promise<string[]> {
  const subject = await prepareSubject();
  const body = { email: subject.email, password: subject.password };
  return measureBesideArgon2(subject, { what: "sign-in", path: "/api/auth/login", body, wanted: " (at least 0.85)" });
}
