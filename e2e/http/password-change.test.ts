import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Asking, call, givenSignedInUser, type Person, signIn } from "./client.ts";
import { typesIn, when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "off" });
let url: string;
let person: Person & { token: string; id: string };
beforeAll(async () => {
  url = product.url;
  person = await givenSignedInUser(url);
});

const next = "another passphrase";
const changePassword = (asking: Asking) => call(url, "PUT /api/user/password", asking);
const statusOf = async (token: string) => (await call(url, "GET /api/auth/me", { token })).status;

const short = "Password must be at least 8 characters long.";
const mismatch = "New password and confirm password don't match.";
const wrong = { code: "wrong_password", message: "Your current password is not right" };
const wrongFields = { currentPassword: "This is not your current password" };
const same = { code: "same_password", message: "Choose a password that differs from the current one" };

type Refusal = [what: string, fields: () => Record<string, unknown>, refusal: object];
const change = (currentPassword: string, newPassword = next, confirmPassword = newPassword) => ({
  currentPassword,
  newPassword,
  confirmPassword,
});
const refusals: Refusal[] = [
  ["another password", () => change("not the password"), { ...wrong, fields: wrongFields }],
  ["the password and a character more", () => change(`${person.password}!`), { ...wrong, fields: wrongFields }],
  [
    "the password but its last character",
    () => change(person.password.slice(0, -1)),
    { ...wrong, fields: wrongFields },
  ],
  ["the password in capitals", () => change(person.password.toUpperCase()), { ...wrong, fields: wrongFields }],
  ["a blank before the password", () => change(` ${person.password}`), { ...wrong, fields: wrongFields }],
  ["the new password", () => change(next), { ...wrong, fields: wrongFields }],
  ["the address", () => change(person.email), { ...wrong, fields: wrongFields }],
  [
    "a wrong one, and the right one as the new one",
    () => change("not the password", person.password),
    { ...wrong, fields: wrongFields },
  ],
  [
    "the right one, but a confirmation that differs",
    () => change(person.password, next, `${next} `),
    { code: "password_mismatch", message: mismatch, fields: { confirmPassword: mismatch } },
  ],
  [
    "a wrong one and a confirmation that differs",
    () => change("not the password", next, next.toUpperCase()),
    { code: "password_mismatch", message: mismatch, fields: { confirmPassword: mismatch } },
  ],
  [
    "the right one, and the same again",
    () => change(person.password, person.password),
    { ...same, fields: { newPassword: "This is your current password" } },
  ],
  [
    "the right one, and a new one of 7 characters",
    () => change(person.password, "1234567"),
    { code: "invalid_fields", message: short, fields: { newPassword: short } },
  ],
  [
    "the right one, and nothing confirmed",
    () => ({ ...change(person.password), confirmPassword: "" }),
    { code: "invalid_fields", fields: { confirmPassword: "Please confirm the new password" } },
  ],
  ["nothing", () => change(""), { code: "invalid_fields", fields: { currentPassword: "Please enter your password" } }],
  [
    "nothing at all",
    () => ({ newPassword: next, confirmPassword: next }),
    { code: "invalid_fields", fields: { currentPassword: "Please enter your password" } },
  ],
];

describe("a password change", () => {
  it.each(refusals)(
    "PW-07 is rejected with 400 and signs no session out: current is %s",
    async (_, fields, refusal) => {
      const cookie = { cookie: `__Host-session=${person.token}`, origin: url };
      for (const credential of [{ token: person.token }, { headers: cookie }]) {
        const { response, events } = await when(product, () => changePassword({ ...credential, body: fields() }));
        expect([response.status, response.body]).toEqual([400, expect.objectContaining(refusal)]);
        expect([response.headers.getSetCookie(), response.headers.get("www-authenticate")]).toEqual([[], null]);
        expect(events).toEqual([]);
      }
      expect(await statusOf(person.token)).toBe(200);
    },
  );

  it("PW-07 leaves the account unchanged after these rejections", async () => {
    await signIn(url, person);
    for (const [, fields] of refusals) {
      const { newPassword } = fields() as { newPassword: string };
      if (newPassword === person.password) continue;
      const body = { email: person.email, password: newPassword };
      expect((await call(url, "POST /api/auth/login", { body })).status).toBe(401);
    }
  });
});

describe("a stolen session", () => {
  it("T4 cannot change the password without the current one, even right after signing in", async () => {
    const victim = await givenSignedInUser(url);
    const fresh = await signIn(url, victim);
    const instead: object[] = [
      ...[null, true, 0, [], {}, [victim.password], { $ne: null }].map((value) => ({ currentPassword: value })),
      ...[{}, { currentPassword: fresh }, { currentPassword: victim.id }, { totpCode: "123456" }, { stepUp: true }],
    ];
    for (const fields of instead) {
      const body = { newPassword: next, confirmPassword: next, ...fields };
      const headers = { "x-current-password": victim.password };
      const { response, events } = await when(product, () => changePassword({ token: fresh, body, headers }));
      expect([response.status, fields]).toEqual([400, fields]);
      expect(events).toEqual([]);
    }
    await signIn(url, victim);
  });

  it("T4 leaves its owner able to change the password and revoke sessions, long after signing in", {
    tags: ["embedded/moves-clock"],
  }, async () => {
    const owner = await givenSignedInUser(url);
    const other = await signIn(url, owner);
    product.advance(55 * 60);

    const { token } = owner;
    const revoked = await call(url, `DELETE /api/user/sessions/${other.split("_")[1]}`, { token });
    const othersRevoked = await call(url, "DELETE /api/user/sessions", { token });
    const changed = await changePassword({ token, body: change(owner.password) });

    expect([revoked.status, othersRevoked.status, changed.status]).toEqual([200, 200, 200]);
    expect((await typesIn(product, userStream(owner.id))).at(-1)).toBe("PasswordChanged");
    expect(await statusOf(token)).toBe(200);
    expect((await call(url, "POST /api/auth/logout", { token })).status).toBe(200);
  });
});
