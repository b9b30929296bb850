import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type Asking, call, emailTo, givenSignedInUser, newPerson, register, signIn, tokenIn } from "./client.ts";

let stack: SharedProduct;
beforeAll(async () => {
  stack = await sharedProduct();
});

interface SetCookie {
  name: string;
  value: string;
  attributes: Map<string, string>;
}
const read = (line: string): SetCookie => {
  const [pair = "", ...rest] = line.split("; ");
  const attributes = new Map(rest.map((one) => [one.split("=")[0]?.toLowerCase() ?? "", one.split("=")[1] ?? ""]));
  return { name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), attributes };
};

/** Makes the call, checks its status and the attributes that every cookie must have, and returns the cookies. */
const expectSafeCookies = async (status: number, request: string, asking: Asking = {}) => {
  const answered = await call(stack.url, request, asking);
  expect(answered.status, JSON.stringify(answered.body)).toBe(status);
  const cookies = answered.headers.getSetCookie().map(read);
  for (const { name, attributes } of cookies) {
    expect(name).toMatch(/^__Host-[a-z]+$/);
    const { maxAge: _, ...fixed } = { maxAge: attributes.get("max-age"), ...Object.fromEntries(attributes) };
    delete (fixed as Record<string, string>)["max-age"];
    expect(fixed).toEqual({ path: "/", secure: "", httponly: "", samesite: "Lax" });
  }
  return { body: answered.body, cookies: new Map(cookies.map((cookie) => [cookie.name, cookie])) };
};
const ages = (cookies: Map<string, SetCookie>) =>
  Object.fromEntries([...cookies].map(([name, { attributes }]) => [name, attributes.get("max-age") ?? null]));

it("SE-07 sets only __Host- cookies that are Secure, HttpOnly, SameSite=Lax and valid for the whole site", async () => {
  const person = newPerson();
  const registered = await expectSafeCookies(201, "POST /api/auth/register", { body: person });
  expect(ages(registered.cookies)).toEqual({ "__Host-session": null, "__Host-position": "30" });
  expect(registered.cookies.get("__Host-session")?.value).toBe(registered.body.token);

  const newestLink = async () => tokenIn(await emailTo(stack.url, person.email, "Verify"));
  const first = await newestLink();
  const resent = await expectSafeCookies(200, "POST /api/auth/resend-verification", {
    body: { email: person.email },
  });
  expect(ages(resent.cookies)).toEqual({ "__Host-position": "30" });

  await expect.poll(newestLink).not.toBe(first);
  const verified = await expectSafeCookies(200, `GET /api/auth/verify-email?token=${await newestLink()}`);
  expect(ages(verified.cookies)).toEqual({ "__Host-position": "30" });

  const { email, password } = person;
  const plain = await expectSafeCookies(200, "POST /api/auth/login", { body: { email, password } });
  const device = { "__Host-device": String(180 * 86_400) };
  expect(ages(plain.cookies)).toEqual({ "__Host-session": null, "__Host-position": "30", ...device });
  const kept = await expectSafeCookies(200, "POST /api/auth/login", { body: { email, password, rememberMe: true } });
  expect(ages(kept.cookies)).toEqual({ "__Host-session": String(90 * 86_400), "__Host-position": "30", ...device });
  expect(kept.cookies.get("__Host-session")?.value).toBe(kept.body.token);

  const { token } = kept.body;
  const names = { firstName: "Ada", lastName: "" };
  const changed = await expectSafeCookies(200, "PUT /api/user/profile", { token, body: names });
  expect(ages(changed.cookies)).toEqual({ "__Host-position": "30" });
  const newPassword = "another horse battery";
  const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
  const repassworded = await expectSafeCookies(200, "PUT /api/user/password", { token, body });
  expect(ages(repassworded.cookies)).toEqual({ "__Host-position": "30" });
  const others = await expectSafeCookies(200, "DELETE /api/user/sessions", { token });
  expect(ages(others.cookies)).toEqual({ "__Host-position": "30" });

  const out = await expectSafeCookies(200, "POST /api/auth/logout", { token });
  expect(ages(out.cookies)).toEqual({ "__Host-session": "0", "__Host-position": "30" });
  expect(out.cookies.get("__Host-session")?.value).toBe("");
});

it("SE-07 clears the cookie when a session revokes itself by its id, and only then", async () => {
  const person = await givenSignedInUser(stack.url);
  const other = await signIn(stack.url, person);
  const [own, another] = [person.token, other].map((token) => token.split("_")[1]);
  const ended = await expectSafeCookies(200, `DELETE /api/user/sessions/${another}`, { token: person.token });
  expect(ages(ended.cookies)).toEqual({ "__Host-position": "30" });
  const itself = await expectSafeCookies(200, `DELETE /api/user/sessions/${own}`, { token: person.token });
  expect(ages(itself.cookies)).toEqual({ "__Host-session": "0", "__Host-position": "30" });
});

it("SE-07 sets no cookie with refusals, reads, pages and files", async () => {
  const person = newPerson();
  const { token } = await register(stack.url, person);
  const wrong = { email: person.email, password: "not my password" };
  const calls: [number, string, Asking?][] = [
    [401, "POST /api/auth/login", { body: wrong }],
    [403, "POST /api/auth/login", { body: { ...wrong, password: person.password } }],
    [400, "POST /api/auth/register", { body: {} }],
    [409, "POST /api/auth/register", { body: { ...person, username: "somebodyelse" } }],
    [403, "PUT /api/user/profile", { token, body: { firstName: "", lastName: "" } }],
    [401, "POST /api/auth/logout"],
    [401, `DELETE /api/user/sessions/${randomUUID()}`],
    [400, "GET /api/auth/verify-email?token=x"],
    [200, "GET /health/ready"],
    [200, "GET /openapi.json"],
    [200, "GET /login"],
    [200, "GET /favicon.svg"],
    [404, "GET /api/nothing"],
  ];
  for (const [status, request, asking] of calls) {
    const { cookies } = await expectSafeCookies(status, request, asking);
    expect([...cookies.keys()], request).toEqual([]);
  }
});
