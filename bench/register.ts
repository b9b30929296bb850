import { measureBesideArgon2 } from "./beside-argon2.ts";
import { prepareSubject } from "./subject.ts";

/** POST /api/auth/register, each durable before its answer, compared with argon2id alone. */
export async function measureRegister(): Promise<string[]> {
  // One network registers more people than its rate limit allows, and each of them is sent an email.
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off", SMTP_URL: "" });
  const bodies = [{ email: "b{n}@example.org", username: "b{n}", password: "correct horse battery" }];
  return measureBesideArgon2(subject, { what: "registrations", path: "/api/auth/register", bodies, wanted: "" });
}
