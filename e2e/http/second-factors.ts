import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";

/** A user whose sign-ins ask for a code. */
export interface ProtectedUser extends Person {
  id: string;
  /** Of a session that has proved a short time ago who it is. */
  token: string;
  /** Base32. */
  secret: string;
  recoveryCodes: string[];
}

/** Turns on two-factor authentication with the code of this time. */
export async function enableTotp(
  url: string,
  token: string,
  at = new Date(),
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body: setUp } = await call(url, "GET /api/auth/2fa/setup", { token });
  const body = { totpCode: codeAt(setUp.secret, at) };
  const verified = await call(url, "POST /api/auth/2fa/verify", { token, body });
  if (verified.status !== 200) throw new Error(`not enabled: ${verified.status} ${JSON.stringify(verified.body)}`);
  return { secret: setUp.secret, recoveryCodes: verified.body.recoveryCodes };
}

export async function givenProtectedUser(url: string, at = new Date()): Promise<ProtectedUser> {
  const person = await givenSignedInUser(url);
  return { ...person, ...(await enableTotp(url, person.token, at)) };
}

type Login = Pick<Person, "email" | "password">;

/** A user who asks one browser for no second factor. */
export interface TrustingUser extends ProtectedUser {
  trustId: string;
  /** `name=value`. */
  trustCookie: string;
}

/** The cookie that a sign-in with `trustDevice` set, as a browser sends it back. */
export function trustCookieOf({ headers }: Answered): string {
  const cookie = headers.getSetCookie().find((line) => line.startsWith("__Host-trusted-device="));
  return cookie?.split(";", 1)[0] ?? "";
}

export async function givenTrustingUser(url: string, at = new Date()): Promise<TrustingUser> {
  const person = await givenProtectedUser(url, at);
  const answered = await signInWith(url, person, { totpCode: codeAt(person.secret, at, 1), trustDevice: true });
  const trustCookie = trustCookieOf(answered);
  const [trustId = ""] = trustCookie.replace(/^[^=]*=/, "").split(".");
  return { ...person, token: answered.body.token, trustId, trustCookie };
}

/** A sign-in with further fields, such as a code, as the bare answer. */
export const signInWith = (url: string, { email, password }: Person, more: object = {}): Promise<Answered> =>
  call(url, "POST /api/auth/login", { body: { email, password, ...more } });

/** Whether a sign-in with the password from the browser with this cookie is asked for a second factor. */
export async function isAskedFrom(url: string, cookie: string, { email, password }: Login): Promise<boolean> {
  const { status, body } = await call(url, "POST /api/auth/login", { headers: { cookie }, body: { email, password } });
  if (status !== 200 && body.code !== "two_factor_required") throw new Error(`${status} ${JSON.stringify(body)}`);
  return status !== 200;
}
