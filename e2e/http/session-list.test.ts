import type { Session } from "@attestory/query-api/sign-in/schema.ts";
import { expect, it, onTestFinished } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import type { ReadableLog } from "../start-stack.ts";
import { type Asking, call, givenSignedInUser, givenUnverifiedUser, type Person, signIn } from "./client.ts";
import { sessionIdOf } from "./session-calls.ts";
import { knowingAll } from "./stored-log.ts";
import { jsonHeaders, send } from "./wire.ts";

const stack = sharedProductScene();

type Product = ReadableLog & { url: string };
type User = Person & { token: string };
const sendList = (asking: Asking) => call(stack.url, "GET /api/user/sessions", asking);
const listedSessions = async (product: Product, token: string): Promise<Session[]> => {
  const headers = await knowingAll(product);
  const { status, body } = await call(product.url, "GET /api/user/sessions", { token, headers });
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
};
/** Signs in with these headers and returns the new session as the list shows it. */
const signInAs = async (product: Product, person: User, headers: Record<string, string | string[]>) => {
  const body = JSON.stringify({ email: person.email, password: person.password });
  const answer = await send(product.url, "POST /api/auth/login", {
    headers: { ...jsonHeaders(body), ...headers },
    body,
  });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`);
  const id = sessionIdOf(JSON.parse(answer.text).token);
  const session = (await listedSessions(product, person.token)).find((one) => one.id === id);
  if (!session) throw new Error("the new session is not listed");
  return session;
};

it("SE-13 marks the current session, shows no token, and lists no other user's sessions", async () => {
  const person = await givenSignedInUser(stack.url);
  const stranger = await givenSignedInUser(stack.url);
  const unverified = await givenUnverifiedUser(stack.url);
  const tokens = [person.token, await signIn(stack.url, person), await signIn(stack.url, person, { rememberMe: true })];

  for (const token of tokens) {
    const sessions = await listedSessions(stack, token);
    const { body: sessionsByCookie } = await sendList({ headers: { cookie: `__Host-session=${token}` } });

    expect(sessions.map(({ id }) => id).toSorted()).toEqual(tokens.map(sessionIdOf).toSorted());
    expect(sessions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([sessionIdOf(token)]);
    const text = JSON.stringify(sessions);
    // A secret may itself contain an underscore.
    for (const one of [...tokens, stranger.token]) expect(text).not.toContain(one.split("_").slice(2).join("_"));
    expect(text).not.toMatch(/ats_|hash|secret/i);
    expect(sessionsByCookie).toEqual(sessions);
  }
  expect(await listedSessions(stack, stranger.token)).toHaveLength(1);
  expect((await sendList({ token: unverified.token })).status).toBe(403);
});

it("SE-11 ignores X-Forwarded-For unless a proxy is trusted, then takes that proxy's entry alone", {
  tags: ["embedded/many-addresses"],
}, async () => {
  const others = ["forwarded", "x-real-ip", "cf-connecting-ip", "true-client-ip", "x-client-ip", "client-ip"];
  const alsoForged = Object.fromEntries(others.map((name) => [name, name === "forwarded" ? "for=6.6.6.6" : "6.6.6.6"]));
  const givenProductTrusting = async (proxies: string) => {
    const product = await startInProcess({ TRUST_PROXY: proxies });
    onTestFinished(product.remove);
    return product;
  };
  /** Returns a function that signs in with an X-Forwarded-For, and returns the address that the product saw. */
  const givenUserOf = async (product: Product) => {
    const person = await givenSignedInUser(product.url);
    return async (forwarded: string | string[]) =>
      (await signInAs(product, person, { ...alsoForged, "x-forwarded-for": forwarded })).ipAddress;
  };
  const seenByItself = await givenUserOf(stack);
  const seenBehindOne = await givenUserOf(await givenProductTrusting("1"));
  const seenBehindNetworks = await givenUserOf(await givenProductTrusting("127.0.0.0/8, 10.0.0.0/8"));

  for (const forwarded of ["6.6.6.6", "127.0.0.2, 6.6.6.6", ["6.6.6.6", "7.7.7.7"], "::1", "x", ""]) {
    expect(await seenByItself(forwarded), String(forwarded)).toBe("127.0.0.1");
  }

  expect(await seenBehindOne("6.6.6.6, 203.0.113.7")).toBe("203.0.113.7");
  expect(await seenBehindOne(["6.6.6.6", "203.0.113.7"])).toBe("203.0.113.7");
  expect(await seenBehindOne("6.6.6.6, [2001:DB8:0::7]:443")).toBe("2001:db8::7");
  expect(await seenBehindOne("::ffff:203.0.113.9")).toBe("203.0.113.9");
  for (const nothing of ["6.6.6.6, <script>", "6.6.6.6, unknown", "6.6.6.6,", "6.6.6.6, 999.1.1.1", "' OR 1=1 --"]) {
    expect(await seenBehindOne(nothing), nothing).toBe("127.0.0.1");
  }

  expect(await seenBehindNetworks("6.6.6.6, 203.0.113.7, 10.1.2.3")).toBe("203.0.113.7");
  expect(await seenBehindNetworks("10.9.9.9, 203.0.113.7")).toBe("203.0.113.7");
  expect(await seenBehindNetworks("10.9.9.9, 10.1.2.3")).toBe("10.9.9.9");
});

it("SE-11 cuts a browser's name at 512 characters, and returns HTML in it as text", async () => {
  const person = await givenSignedInUser(stack.url);
  const long = `Mozilla/5.0 ${"A".repeat(10_240)}`;
  const hostile = [
    '<script>alert(1)</script>"><img src=x onerror=alert(1)>',
    "</textarea>{{7*7}}#{7*7}<svg/onload=alert(1)>",
    '","isCurrent":true,"id":"x',
    "%0d%0aSet-Cookie:%20a=b",
  ];

  const sessionOfLong = await signInAs(stack, person, { "user-agent": long });
  const sessionsOfHostile: Session[] = [];
  for (const agent of hostile) sessionsOfHostile.push(await signInAs(stack, person, { "user-agent": agent }));
  const { headers } = await sendList({ token: person.token });

  expect(sessionOfLong.userAgent).toBe(long.slice(0, 512));
  expect(sessionsOfHostile.map(({ userAgent }) => userAgent)).toEqual(hostile);
  for (const { device } of sessionsOfHostile) expect(device).not.toMatch(/[<>{}"]|alert/);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  // These headers keep another site's page from loading it as a script or in a frame.
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
});
