import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Asking, call, member, type Person, signIn } from "./client.ts";
import { declaredRoutes, named } from "./declared-routes.ts";
import { facts } from "./stored-log.ts";

let product: InProcess;
let url: string;
let person: Person & { token: string; id: string };
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "off" });
  url = product.url;
  person = await member(url);
});
afterAll(() => product.remove());

const next = "another passphrase";
const put = (asking: Asking) => call(url, "PUT", "/api/user/password", asking);
const statusOf = async (token: string) => (await call(url, "GET", "/api/auth/me", { token })).status;

const short = "Password must be at least 8 characters long.";
const mismatch = "New password and confirm password don't match.";
const wrong = { code: "wrong_password", message: "Your current password is not right" };
const wrongFields = { currentPassword: "This is not your current password" };
const same = { code: "same_password", message: "Choose a password that differs from the current one" };

type Refusal = [what: string, fields: () => Record<string, unknown>, refusal: object];
const change = (currentPassword: string, newPassword = next, confirmPassword = newPassword) => ({
  ...{ currentPassword, newPassword, confirmPassword },
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

describe("a change of the password", () => {
  it.each(refusals)("PW-07 is refused with 400, and signs nobody out: current is %s", async (_, fields, refusal) => {
    const before = (await facts(product)).length;
    const cookie = { cookie: `__Host-session=${person.token}`, origin: url };
    for (const asking of [{ token: person.token }, { headers: cookie }]) {
      const { status, body, headers } = await put({ ...asking, body: fields() });
      expect([status, body]).toEqual([400, expect.objectContaining(refusal)]);
      expect([headers.getSetCookie(), headers.get("www-authenticate")]).toEqual([[], null]);
    }
    expect((await facts(product)).length).toBe(before);
    expect(await statusOf(person.token)).toBe(200);
  });

  it("PW-07 has changed nothing by all of that", async () => {
    await signIn(url, person);
    for (const [, fields] of refusals) {
      const { newPassword } = fields() as { newPassword: string };
      if (newPassword === person.password) continue;
      const body = { email: person.email, password: newPassword };
      expect((await call(url, "POST", "/api/auth/login", { body })).status).toBe(401);
    }
  });
});

describe("a session in somebody else's hands", () => {
  /** Calls that require the password, or a second factor, again. */
  const sensitive =
    /password|\/email|2fa|webauthn|hardware|data|erasure|secret|api-keys|roles|status|DELETE \/api\/user$/;

  it("T4 has one call that would lock the owner out, and it asks for the password", async () => {
    const declared = (await declaredRoutes(url)).filter(({ open }) => !open);
    expect(declared.map(named).filter((route) => sensitive.test(route))).toEqual(["PUT /api/user/password"]);
  });

  it("T4 does not change the password, however fresh its sign-in is and whatever it sends instead", async () => {
    const victim = await member(url);
    const fresh = await signIn(url, victim);
    const before = (await facts(product)).length;
    const instead: object[] = [
      ...[null, true, 0, [], {}, [victim.password], { $ne: null }].map((value) => ({ currentPassword: value })),
      ...[{}, { currentPassword: fresh }, { currentPassword: victim.id }, { totpCode: "123456" }, { stepUp: true }],
    ];
    for (const fields of instead) {
      const body = { newPassword: next, confirmPassword: next, ...fields };
      const { status } = await put({ token: fresh, body, headers: { "x-current-password": victim.password } });
      expect([status, fields]).toEqual([400, fields]);
    }
    expect((await facts(product)).length).toBe(before);
    await signIn(url, victim);
  });

  it("T4 is no hindrance to whoever knows the password, or ends sessions, long after signing in", async () => {
    const owner = await member(url);
    const other = await signIn(url, owner);
    product.advance(55 * 60);
    const ended = await call(url, "DELETE", `/api/user/sessions/${other.split("_")[1]}`, { token: owner.token });
    expect(ended.status).toBe(200);
    expect((await call(url, "DELETE", "/api/user/sessions", { token: owner.token })).status).toBe(200);
    expect((await put({ token: owner.token, body: change(owner.password) })).status).toBe(200);
    const types = (await facts(product)).filter(({ stream }) => stream === userStream(owner.id));
    expect(types.at(-1)?.type).toBe("PasswordChanged");
    expect(await statusOf(owner.token)).toBe(200);
    expect((await call(url, "POST", "/api/auth/logout", { token: owner.token })).status).toBe(200);
  });
});
