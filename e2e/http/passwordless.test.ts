import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type Answered, call, givenSignedInUser, type Person, signIn } from "./client.ts";
import { beginRegistration, completeRegistration, givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { forgotPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";
import { knowingAll } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  ({ url } = product);
});

const outcome = ({ status, body }: Answered) => [status, body.code ?? body.message];
const removePassword = ({ token }: { token: string }) => call(url, "DELETE /api/user/password", { token });
const removeKey = ({ token }: { token: string }, { keyId }: { keyId: string }) =>
  call(url, `DELETE /api/user/hardware-keys/${keyId}`, { token });
const setPassword = ({ token }: { token: string }, newPassword: string) =>
  call(url, "POST /api/user/password", { token, body: { newPassword, confirmPassword: newPassword } });

const givenPasswordless = async () => {
  const person = await givenSignedInUser(url);
  const key = await givenHardwareKey(url, person);
  expect(outcome(await removePassword(person))).toEqual([200, "Password removed"]);
  return { person, key };
};
const passwordWorks = async ({ email, password }: Person) =>
  (await call(url, "POST /api/auth/login", { body: { email, password } })).body.code !== "invalid_credentials";

describe("an account without a password", () => {
  it("signs in by its passkey, and by no password", async () => {
    const person = await givenSignedInUser(url);
    const key = await givenHardwareKey(url, person);
    const { body: other } = await signInByPasskey(url, key);
    expect(outcome(await removePassword(person))).toEqual([200, "Password removed"]);
    expect(await passwordWorks(person)).toBe(false);
    expect((await call(url, "GET /api/auth/me", { token: person.token })).status).toBe(200);
    expect((await call(url, "GET /api/auth/me", { token: other.token })).status).toBe(401);
    expect((await signInByPasskey(url, key)).status).toBe(200);
    expect(outcome(await removePassword(person))).toEqual([409, "no_password"]);
  });

  it("needs a passkey: not none, and not one that never showed that it signs in alone", async () => {
    const person = await givenSignedInUser(url);
    expect(outcome(await removePassword(person))).toEqual([409, "passkey_needed"]);
    const key = new SoftwareAuthenticator(url);
    const response = key.register(await beginRegistration(url, person), { userVerified: false });
    await completeRegistration(url, person, response);
    expect(outcome(await removePassword(person))).toEqual([409, "passkey_needed"]);
    expect((await signInByPasskey(url, key)).status).toBe(200);
    expect(outcome(await removePassword(person))).toEqual([200, "Password removed"]);
  });

  it("keeps its last passkey until it has a password", async () => {
    const { person, key } = await givenPasswordless();
    expect(outcome(await removeKey(person, key))).toEqual([409, "last_way_in"]);
    const second = await givenHardwareKey(url, person);
    expect((await removeKey(person, key)).status).toBe(200);
    expect(outcome(await removeKey(person, second))).toEqual([409, "last_way_in"]);
    expect((await setPassword(person, "another horse battery")).status).toBe(200);
    expect((await removeKey(person, second)).status).toBe(200);
    const token = await signIn(url, { ...person, password: "another horse battery" });
    expect((await call(url, "GET /api/auth/me", { token })).status).toBe(200);
  });

  it("EV-09 gets no password by a link that was sent before it had none", async () => {
    const person = await givenSignedInUser(url);
    await givenHardwareKey(url, person);
    await forgotPassword(url, person.email);
    const link = await resetTokenTo(url, person.email);
    expect(outcome(await removePassword(person))).toEqual([200, "Password removed"]);
    expect(outcome(await resetPassword(url, link))).toEqual([400, "invalid_token"]);
  });

  it("is shown without a password until it sets one", async () => {
    const { person } = await givenPasswordless();
    const headers = await knowingAll(product);
    const waysIn = await call(url, "GET /api/user/ways-in", { token: person.token, headers });
    expect([waysIn.status, waysIn.body]).toEqual([200, { hasPassword: false, hardwareKeys: 1 }]);
    const set = await setPassword(person, "another horse battery");
    const later = { "x-log-position": set.headers.get("x-log-position") ?? "" };
    const { body } = await call(url, "GET /api/user/ways-in", { token: person.token, headers: later });
    expect(body).toEqual({ hasPassword: true, hardwareKeys: 1 });
  });

  it("sets a password only while it has none", async () => {
    const { person } = await givenPasswordless();
    expect(outcome(await setPassword(person, "password1"))).toEqual([400, "known_password"]);
    expect((await setPassword(person, person.password)).status).toBe(200);
    expect(await passwordWorks(person)).toBe(true);
    expect(outcome(await setPassword(person, "another horse battery"))).toEqual([409, "has_password"]);
  });

  it("never loses both ways in, if password and passkey are removed at once", async () => {
    for (let round = 0; round < 10; round++) {
      const person = await givenSignedInUser(url);
      const key = await givenHardwareKey(url, person);
      await Promise.all([removePassword(person), removeKey(person, key)]);
      const byPasskey = (await signInByPasskey(url, key)).status === 200;
      expect(byPasskey || (await passwordWorks(person))).toBe(true);
    }
  });
});
