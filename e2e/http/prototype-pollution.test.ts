/** @module-tag random */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { needsRole } from "./access-table.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser, newPerson, type Person, register, signIn, verify } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { goodWrites } from "./good-writes.ts";
import { facts, storedEvents } from "./stored-log.ts";
import { jsonHeaders, send } from "./wire.ts";

const product = sharedProductScene();
let person: Member;
let admin: Member;
let apiKey: string;
beforeAll(async () => {
  person = await givenSignedInUser(product.url);
  admin = await givenAdmin(product);
  apiKey = (await givenApiKey(product, await givenSignedInUser(product.url))).keyValue;
});

// The product runs in this process, so these are its prototypes too.
const prototypes: object[] = [Object.prototype, Array.prototype, String.prototype, Function.prototype, Map.prototype];
const ownNames = () => prototypes.map((one) => Reflect.ownKeys(one).length);
const untouched = ownNames();
afterEach(() => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  expect(ownNames()).toEqual(untouched);
});

const tokenFor = (route: DeclaredRoute) => {
  if (!(route.open || route.takesSession)) return apiKey;
  return needsRole(named(route)) ? admin.token : person.token;
};

const evil = '{"polluted":true,"isAdmin":true,"status":200}';
/** Each as a member of a body, with the code that refuses it. */
const members: [member: string, code: string][] = [
  [`"__proto__":${evil}`, "forbidden_field"],
  [`"__proto__":null`, "forbidden_field"],
  [`"\\u005f\\u005fproto\\u005f\\u005f":${evil}`, "forbidden_field"],
  [`"\\u005F_proto__":${evil}`, "forbidden_field"],
  [`"constructor":{"prototype":${evil}}`, "forbidden_field"],
  [`"prototype":${evil}`, "forbidden_field"],
  [`"x":{"__proto__":${evil}}`, "forbidden_field"],
  [`"x":[{"y":{"__proto__":${evil}}}]`, "forbidden_field"],
  [`"firstName":{"constructor":{"prototype":${evil}}}`, "forbidden_field"],
  [`"constructor.prototype.polluted":1`, "invalid_fields"],
  [`"__proto__.polluted":1`, "invalid_fields"],
  [`"__proto__[polluted]":1`, "invalid_fields"],
  [`"__proto__ ":${evil}`, "invalid_fields"],
  [`"__PROTO__":${evil}`, "invalid_fields"],
  ...["toString", "valueOf", "hasOwnProperty", "__defineGetter__", "isPrototypeOf", "then", "toJSON"].map(
    (name): [string, string] => [`"${name}":${evil}`, "invalid_fields"],
  ),
];

/** The member alone, and after and before the valid members. */
const bodiesWith = (member: string, good: Record<string, unknown>) => {
  const { firstName: _, ...nameless } = good;
  const others = JSON.stringify(member.startsWith('"firstName"') ? nameless : good).slice(1, -1);
  return others ? [`{${member}}`, `{${others},${member}}`, `{${member},${others}}`] : [`{${member}}`];
};

describe("an object's prototype", () => {
  it.each(members)("IN-02 is not changed by a body with %s, on any call", async (added, code) => {
    const before = (await facts(product)).length;
    const at = members.findIndex(([member]) => member === added);
    for (const { route, method, path, body: good, byAdmins } of fewOf(await goodWrites(product.url, person), 4, at)) {
      const { token } = byAdmins ? admin : person;
      for (const body of bodiesWith(added, good)) {
        const headers = { ...jsonHeaders(body), authorization: `Bearer ${token}` };
        const answer = await send(product.url, `${method} ${filled(path, randomUUID())}`, { headers, body });
        expect([answer.status, JSON.parse(answer.text).code], `${route} ${body}`).toEqual([400, code]);
      }
    }
    expect((await facts(product)).length).toBe(before);
  });

  it("IN-02 is not changed by a query, a form, a header or a cookie", async () => {
    const keys = [
      "__proto__[polluted]",
      "__proto__.polluted",
      "constructor[prototype][polluted]",
      "__proto__",
      "constructor",
    ];
    const all = (await declaredRoutes(product.url)).flatMap((route) => keys.map((key) => ({ route, key })));
    for (const { route, key } of fewOf(all, 3)) {
      const { method, path, query } = route;
      const asked = `${filled(path, randomUUID())}?${key}=1&${encodeURIComponent(key)}=2`;
      const token = tokenFor(route);
      const asking = { headers: { authorization: `Bearer ${token}`, "x-isAdmin": "1" } };
      const { status, text } = await send(product.url, `${method} ${asked}`, {
        ...asking,
        ...(method !== "GET" && { headers: { ...asking.headers, ...jsonHeaders('{"x":1}') }, body: '{"x":1}' }),
      });
      expect(status, `${method} ${asked} ${text}`).toBeLessThan(500);
      if (query.length > 0) expect(status).toBe(400);
    }
    const form = "__proto__[polluted]=1&constructor[prototype][polluted]=1";
    const headers = { ...jsonHeaders(form), "content-type": "application/x-www-form-urlencoded" };
    expect((await send(product.url, "POST /api/auth/login", { headers, body: form })).status).toBe(415);
    const cookie = `__proto__=1; constructor=2; __Host-session=${person.token}; toString=3; __proto__=4`;
    const odd = { cookie, constructor: "y", "x-log-position": "__proto__" };
    const me = await send(product.url, "GET /api/auth/me", { headers: { ...odd, ["__proto__"]: "x" } });
    expect([me.status, JSON.parse(me.text).user.isAdmin]).toEqual([200, false]);
    const key = { authorization: `Bearer ${person.token}`, "idempotency-key": "__proto__" };
    const refused = await call(product.url, "PUT /api/user/profile", { headers: key, body: {} });
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_idempotency_key"]);
  });

  const names = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "prototype", "then", "length"];
  it.each(names)("IN-02 is not changed by an account whose name, address and password are %s", async (name) => {
    const before = (await storedEvents(product)).length;
    const odd = { username: name, email: `${name}@example.com`, password: `${name}-${name}`, firstName: name };
    const { user } = await register(product.url, odd as Person);
    expect(user).toMatchObject({ username: name, email: odd.email, firstName: name, isAdmin: false });
    await verify(product.url, odd.email);
    const token = await signIn(product.url, odd);
    expect((await call(product.url, "GET /api/auth/me", { token })).body.user).toMatchObject({ id: user.id });
    const again = await call(product.url, "POST /api/auth/register", { body: { ...newPerson(), username: name } });
    expect(again.body.code).toBe("username_taken");
    const named = (await storedEvents(product)).slice(before).map(({ stream }) => stream.split("-").slice(1).join("-"));
    for (const text of Object.values(odd)) expect(named).not.toContain(text);
  });
});
