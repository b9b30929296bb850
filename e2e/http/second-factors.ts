import { createHmac } from "node:crypto";
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

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepSeconds = 30;

/** RFC 4648, section 6. */
export function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** A code by RFC 4226, section 5.3, written here anew: it tests the product's. `steps`: that many after the one at this time. */
export function codeAt(secret: string, at: Date, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1000 / stepSeconds) + steps));
  const digest = createHmac("sha1", bytesOfBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** A code of none of the five steps around this time. */
export function wrongCode(secret: string, at: Date): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, at, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
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
