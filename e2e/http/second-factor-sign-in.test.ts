import { codeAt, wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser } from "./client.ts";
import { givenProtectedUser, signInWith } from "./second-factors.ts";

const product = sharedProductScene();

describe("a sign-in with two-factor authentication", () => {
  it("AU-03 asks for a code after the right password, without a token or a cookie", async () => {
    const person = await givenProtectedUser(product.url);

    const answered = await signInWith(product.url, person);

    expect([answered.status, answered.headers.getSetCookie()]).toEqual([401, []]);
    expect(answered.body).toEqual({
      code: "two_factor_required",
      message: "2FA code required",
      methods: ["totp", "recovery_code"],
      loginTicket: expect.stringContaining(person.id),
    });
    const wrong = await signInWith(product.url, person, { totpCode: wrongCode(person.secret, new Date()) });
    expect([wrong.status, wrong.body.code, wrong.headers.getSetCookie()]).toEqual([401, "invalid_code", []]);
    expect(Object.keys(wrong.body).toSorted()).toEqual(["code", "message"]);
  });

  it("AU-03 does not accept the ticket of the password step as a session", async () => {
    const person = await givenProtectedUser(product.url);
    const { body } = await signInWith(product.url, person);
    const cookie = `__Host-session=${body.loginTicket}`;

    const asBearer = await call(product.url, "GET /api/auth/me", { token: body.loginTicket });
    const asCookie = await call(product.url, "GET /api/auth/me", { headers: { cookie } });

    expect([asBearer.status, asCookie.status]).toEqual([401, 401]);
  });

  it("starts a session with the password and a code", async () => {
    const person = await givenProtectedUser(product.url);

    const answered = await signInWith(product.url, person, { totpCode: codeAt(person.secret, new Date(), 1) });

    expect(answered.status).toBe(200);
    expect(answered.body.user).toMatchObject({ id: person.id, twoFactorEnabled: true });
    const me = await call(product.url, "GET /api/auth/me", { token: answered.body.token });
    expect(me.body.user).toMatchObject({ id: person.id, twoFactorEnabled: true });
  });

  it("TF-01 RC-06 starts one session with one code, however many sign-ins give it at once", async () => {
    const person = await givenProtectedUser(product.url);
    const totpCode = codeAt(person.secret, new Date(), 1);

    const answers = await Promise.all(Array.from({ length: 50 }, () => signInWith(product.url, person, { totpCode })));

    // Some are not evaluated at all: too many passwords of one account are hashed at once.
    const others = answers.filter(({ status }) => status !== 200);
    expect(others).toHaveLength(49);
    for (const { status, body, headers } of others) {
      expect([401, 503]).toContain(status);
      expect([body.code, headers.getSetCookie()]).toEqual([status === 401 ? "invalid_code" : "busy", []]);
    }
  });

  it("T3 AU-01 answers a wrong password as it does for an account without a second factor", async () => {
    const [person, other] = [await givenProtectedUser(product.url), await givenSignedInUser(product.url)];
    const password = "not the password";

    const answers = [
      await signInWith(product.url, { ...person, password }),
      await signInWith(product.url, { ...person, password }, { totpCode: codeAt(person.secret, new Date(), 1) }),
      await signInWith(product.url, { ...other, password }),
      await signInWith(product.url, { ...other, email: `nobody.${other.email}`, password }),
    ];

    const expected = [401, "invalid_credentials", []];
    expect(answers.map(({ status, body, headers }) => [status, body.code, headers.getSetCookie()])).toEqual(
      answers.map(() => expected),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const namesOf = (headers: Headers) => [...headers.keys()].toSorted();
    for (const { headers } of answers) expect(namesOf(headers)).toEqual(namesOf(answers[0]?.headers ?? new Headers()));
  });
});
