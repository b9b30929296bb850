import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, call, givenSignedInUser } from "./client.ts";
import { beginPasskeySignIn, completeKeySignIn, givenHardwareKey, loginTicket } from "./hardware-key-calls.ts";
import {
  enableTotp,
  givenProtectedUser,
  givenTrustingUser,
  isAskedFrom,
  signInWith,
  type TrustingUser,
  trustCookieOf,
} from "./second-factors.ts";
import { knowingAll } from "./stored-log.ts";

const product = ownProductScene();

const given = () => givenTrustingUser(product.url, product.now());

type Owner = Pick<TrustingUser, "email" | "password">;

/** Signs in from the browser with this cookie. */
const signInFrom = (cookie: string, { email, password }: Owner): Promise<Answered> =>
  call(product.url, "POST /api/auth/login", { headers: { cookie }, body: { email, password } });

const asks = (cookie: string, owner: Owner) => isAskedFrom(product.url, cookie, owner);

const listed = async (token: string) =>
  (await call(product.url, "GET /api/user/trusted-devices", { token, headers: await knowingAll(product) })).body;

/** Trusts a second browser of the same owner. */
async function trustAnother(owner: TrustingUser): Promise<string> {
  const totpCode = owner.recoveryCodes[0];
  return trustCookieOf(await signInWith(product.url, owner, { totpCode, trustDevice: true }));
}

describe("a trusted browser", () => {
  it("is asked for the password alone, and its session says so", async () => {
    const owner = await given();

    const answered = await signInFrom(owner.trustCookie, owner);

    expect(answered.status).toBe(200);
    const { body } = await call(product.url, "GET /api/user/sessions", { token: answered.body.token });
    expect(body[0]).toMatchObject({ isCurrent: true, method: "password", secondFactor: "trusted-device" });
    expect((await signInFrom(owner.trustCookie, { ...owner, password: "not the password" })).status).toBe(401);
  });

  it("AU-03 is one browser of one account: a changed cookie, and another account's, are worth nothing", async () => {
    const [owner, other] = [await given(), await given()];
    const changed = owner.trustCookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const unlike = owner.trustCookie.replace(owner.trustId, other.trustId);
    for (const cookie of [changed, unlike, other.trustCookie, `${owner.trustCookie}x`, ""]) {
      expect(await asks(cookie, owner), cookie).toBe(true);
    }
    expect(await asks(owner.trustCookie, owner)).toBe(false);
  });

  it("is trusted only after a second factor", async () => {
    const person = await givenSignedInUser(product.url);
    const answered = await signInWith(product.url, person, { trustDevice: true });
    expect([answered.status, trustCookieOf(answered)]).toEqual([200, ""]);
    const { secret } = await enableTotp(product.url, answered.body.token, product.now());
    const totpCode = codeAt(secret, product.now(), 1);
    const undecided = await signInWith(product.url, person, { totpCode });
    expect([undecided.status, trustCookieOf(undecided)]).toEqual([200, ""]);
  });

  it("is listed in words, and no longer trusted once its owner says so", async () => {
    const owner = await given();
    expect(await listed(owner.token)).toEqual([
      expect.objectContaining({ id: owner.trustId, device: expect.any(String), isCurrent: false }),
    ]);
    const headers = { cookie: owner.trustCookie };
    const request = `DELETE /api/user/trusted-devices/${owner.trustId}`;

    const answered = await call(product.url, request, { token: owner.token, headers });

    expect(answered.status).toBe(200);
    expect(trustCookieOf(answered)).toBe("__Host-trusted-device=");
    expect(await listed(owner.token)).toEqual([]);
    expect(await asks(owner.trustCookie, owner)).toBe(true);
    expect((await call(product.url, request, { token: owner.token })).status).toBe(404);
  });

  it("is trusted once by a sign-in that is repeated with its idempotency key, and not again after that ended", async () => {
    const owner = await givenProtectedUser(product.url, product.now());
    const { email, password } = owner;
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { email, password, totpCode: codeAt(owner.secret, product.now(), 1), trustDevice: true };
    const signInOnce = () => call(product.url, "POST /api/auth/login", { headers, body });
    const first = await signInOnce();
    const cookie = trustCookieOf(first);
    expect([first.status, await asks(cookie, owner)]).toEqual([200, false]);

    expect(trustCookieOf(await signInOnce())).toBe(cookie);

    const { token } = first.body;
    const devices = await listed(token);
    expect(devices).toHaveLength(1);
    await call(product.url, `DELETE /api/user/trusted-devices/${devices[0].id}`, { token });
    await signInOnce();
    expect([await asks(cookie, owner), await listed(token)]).toEqual([true, []]);
  });

  it("stays trusted where its owner ends every other session, and no other one does", async () => {
    const owner = await given();
    const other = await trustAnother(owner);
    expect(await listed(owner.token)).toHaveLength(2);

    const headers = { cookie: owner.trustCookie };
    const answered = await call(product.url, "DELETE /api/user/sessions", { token: owner.token, headers });

    expect(answered.status).toBe(200);
    expect(await listed(owner.token)).toMatchObject([{ id: owner.trustId }]);
    expect([await asks(owner.trustCookie, owner), await asks(other, owner)]).toEqual([false, true]);
  });
});

/** An account whose second factor is a key alone, and a browser that was trusted when the key was used. */
async function givenTrustByKey() {
  const person = await givenSignedInUser(product.url);
  const key = await givenHardwareKey(product.url, person);
  const ticket = await loginTicket(product.url, person);
  const { options } = await beginPasskeySignIn(product.url, { loginTicket: ticket });
  const body = { response: key.assert(options), loginTicket: ticket, trustDevice: true };
  const answered = await completeKeySignIn(product.url, { cookie: "" }, body);
  return { person, key, answered, trustCookie: trustCookieOf(answered) };
}

describe("a browser that was trusted when a hardware key was the second factor", () => {
  it("T18 is asked for the password alone, until the key is removed", async () => {
    const { person, key, answered, trustCookie } = await givenTrustByKey();
    expect([answered.status, trustCookie]).toEqual([200, expect.stringMatching(/^__Host-trusted-device=./)]);
    expect([await asks("", person), await asks(trustCookie, person)]).toEqual([true, false]);

    // Another key, so that the account goes on asking for a second factor.
    await givenHardwareKey(product.url, person);
    const removed = await call(product.url, `DELETE /api/user/hardware-keys/${key.keyId}`, person);

    expect(removed.status).toBe(200);
    expect(await asks(trustCookie, person)).toBe(true);
  });

  it("T18 is not trusted for a passkey, which asks for no second factor", async () => {
    const { key } = await givenTrustByKey();
    const begun = await beginPasskeySignIn(product.url);
    const body = { response: key.assert(begun.options), trustDevice: true };
    const answered = await completeKeySignIn(product.url, begun, body);
    expect([answered.status, trustCookieOf(answered)]).toEqual([200, ""]);
  });
});
