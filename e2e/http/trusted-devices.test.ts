import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { type Answered, call } from "./client.ts";
import {
  givenProtectedUser,
  givenTrustingUser,
  signInWith,
  type TrustingUser,
  trustCookieOf,
} from "./second-factors.ts";

let url: string;
beforeAll(async () => {
  ({ url } = await sharedProduct());
});

const signInFrom = ({ email, password }: TrustingUser, cookie: string): Promise<Answered> =>
  call(url, "POST /api/auth/login", { body: { email, password }, headers: { cookie, origin: url } });

describe("a browser that a user trusts", () => {
  it("is not asked for a code, where any other browser is", async () => {
    const [person, other] = [await givenTrustingUser(url), await givenTrustingUser(url)];
    const [, secret = ""] = person.trustCookie.split(".");

    const trusted = await signInFrom(person, person.trustCookie);
    const elsewhere = await Promise.all(
      [
        "",
        other.trustCookie,
        `__Host-trusted-device=${person.trustId}.${"A".repeat(43)}`,
        `__Host-trusted-device=${other.trustId}.${secret}`,
      ].map((cookie) => signInFrom(person, cookie)),
    );

    expect([trusted.status, trusted.body.user?.id]).toEqual([200, person.id]);
    expect(elsewhere.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([401, "two_factor_required"]),
    );
  });

  it("is worth nothing without the password", async () => {
    const person = await givenTrustingUser(url);
    const guessed = await signInFrom({ ...person, password: "not the password" }, person.trustCookie);
    expect([guessed.status, guessed.body.code]).toEqual([401, "invalid_credentials"]);
    const me = await call(url, "GET /api/auth/me", { headers: { cookie: person.trustCookie } });
    expect(me.status).toBe(401);
  });

  it("is trusted only with a second factor, and only if asked", async () => {
    const person = await givenProtectedUser(url);
    const plain = await signInWith(url, person, { totpCode: codeAt(person.secret, new Date(), 1) });
    const withoutCode = await signInWith(url, person, { trustDevice: true });
    expect([plain.status, trustCookieOf(plain), trustCookieOf(withoutCode)]).toEqual([200, "", ""]);
  });

  it.each<[string, (person: TrustingUser) => Promise<Answered>]>([
    ["its owner ends all other sessions", ({ token }) => call(url, "DELETE /api/user/sessions", { token })],
    [
      "its owner changes the password",
      ({ token, password }) =>
        call(url, "PUT /api/user/password", {
          token,
          body: { currentPassword: password, newPassword: `${password}!`, confirmPassword: `${password}!` },
        }),
    ],
    [
      "its owner ends this trust",
      ({ token, trustId }) => call(url, `DELETE /api/user/trusted-devices/${trustId}`, { token }),
    ],
  ])("is asked for a code again once %s", async (what, change) => {
    const person = await givenTrustingUser(url);

    expect((await change(person)).status).toBe(200);

    const password = what.includes("password") ? `${person.password}!` : person.password;
    const { status, body } = await signInFrom({ ...person, password }, person.trustCookie);
    expect([status, body.code]).toEqual([401, "two_factor_required"]);
  });

  it("AC-02 stays trusted when another user names it", async () => {
    const [person, other] = [await givenTrustingUser(url), await givenTrustingUser(url)];
    const path = `DELETE /api/user/trusted-devices/${person.trustId}`;
    expect((await call(url, path, { token: other.token })).status).toBe(404);
    expect((await signInFrom(person, person.trustCookie)).status).toBe(200);
  });
});
