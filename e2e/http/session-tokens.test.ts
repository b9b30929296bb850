import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, givenSignedInUser, newPerson, type Person, register, signIn } from "./client.ts";
import { facts, filesHolding, storedEvents } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

let stack: SharedProduct;
beforeAll(async () => {
  stack = await sharedProduct();
});

const form = /^ats_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_([A-Za-z0-9_-]{43})$/;
const parts = (token: string) => {
  const [, sessionId = "", secret = ""] = form.exec(token) ?? [];
  if (sessionId === "") throw new Error(`${token} does not have the form of a token`);
  return { sessionId, secret, bytes: Buffer.from(secret, "base64url") };
};
const sessionCookie = (token: string) => ({ cookie: `__Host-session=${token}` });
const whoIs = (token: string) => call(stack.url, "PUT /api/user/profile", { token, body: {} });

describe("a session's token", () => {
  it("SE-01 holds 256 random bits, different for each session", async () => {
    const person = await givenSignedInUser(stack.url);
    const tokens = [person.token, (await register(stack.url, newPerson())).token];
    const again = (_: unknown, n: number) => signIn(stack.url, person, { rememberMe: n % 2 === 0 });
    tokens.push(...(await Promise.all(Array.from({ length: 30 }, again))));
    const read = tokens.map(parts);
    expect(new Set(read.map(({ secret }) => secret)).size).toBe(tokens.length);
    expect(new Set(read.map(({ sessionId }) => sessionId)).size).toBe(tokens.length);
    expect(read.every(({ bytes }) => bytes.length === 32)).toBe(true);
    // Each of the 256 bits is set in about half of them: 32 coin tosses are all alike once in two thousand million times.
    const stuck = Array.from({ length: 256 }, (_, bit) => {
      const set = read.filter(({ bytes }) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
      return set === 0 || set === tokens.length;
    });
    expect(stuck).not.toContain(true);
    const every = Buffer.concat(read.map(({ bytes }) => bytes));
    const counts = new Map<number, number>();
    for (const byte of every) counts.set(byte, (counts.get(byte) ?? 0) + 1);
    const shannon = [...counts.values()].reduce(
      (bits, n) => bits - (n / every.length) * Math.log2(n / every.length),
      0,
    );
    expect(shannon * 16).toBeGreaterThan(96);
  });

  it("SE-01 is stored as its SHA-256 alone, and never logged", {
    tags: ["embedded/reads-files"],
  }, async () => {
    const person = await givenSignedInUser(stack.url);
    const pending = (await register(stack.url, newPerson())).token;
    const key = { "idempotency-key": randomUUID() };
    const { email, password } = person;
    const repeated = await call(stack.url, "POST /api/auth/login", { body: { email, password }, headers: key });
    for (const token of [person.token, pending, repeated.body.token]) {
      await whoIs(token);
      const { sessionId, secret, bytes } = parts(token);
      for (const trace of [secret, bytes, bytes.toString("hex"), bytes.toString("base64"), token]) {
        expect(filesHolding(stack.dataDir, trace)).toEqual([]);
      }
      expect(stack.output()).not.toContain(secret);
      const started = (await storedEvents(stack)).find(({ stream }) => stream === `session-${sessionId}`);
      expect(JSON.parse(started?.data ?? "{}").tokenHash).toBe(createHash("sha256").update(secret).digest("base64url"));
    }
  });

  it("SE-01 is refused with any character changed", async () => {
    const { token } = await givenSignedInUser(stack.url);
    expect((await whoIs(token)).status).toBe(400);
    const { sessionId, secret } = parts(token);
    const other = (character: string) => (character === "A" ? "B" : "A");
    const changed = [...secret].map(
      (character, at) => `${secret.slice(0, at)}${other(character)}${secret.slice(at + 1)}`,
    );
    const shapes = [secret.slice(0, -1), `${secret}A`, `${secret}=`, secret.toUpperCase(), secret.toLowerCase(), ""];
    for (const wrong of [...changed, ...shapes]) {
      expect((await whoIs(`ats_${sessionId}_${wrong}`)).status, wrong).toBe(401);
    }
    const others = [
      `ats_${randomUUID()}_${secret}`,
      token.toUpperCase(),
      `ATS${token.slice(3)}`,
      token.slice(4),
      sessionId,
    ];
    for (const wrong of [...others, `ats_${sessionId.toUpperCase()}_${secret}`, `${token}.`]) {
      expect((await whoIs(wrong)).status, wrong).toBe(401);
    }
  });
});

describe("a token that an attacker chose", () => {
  const chosen = `ats_${randomUUID()}_${"A".repeat(43)}`;
  const plantings = {
    cookie: sessionCookie(chosen),
    "cookie without form": sessionCookie("1"),
    bearer: { authorization: `Bearer ${chosen}` },
    both: { ...sessionCookie(chosen), authorization: `Bearer ${chosen}` },
    "cookie twice": { cookie: `__Host-session=${chosen}; __Host-session=${chosen}` },
    "cookie without prefix": { cookie: `session=${chosen}; token=${chosen}` },
  };

  let person: Person;
  beforeAll(async () => {
    person = await givenSignedInUser(stack.url);
  });

  it.each(Object.entries(plantings))("SE-02 is not adopted at sign-in (%s)", async (_, headers) => {
    const { email, password } = person;
    const origin = { origin: stack.url };
    const signedIn = await call(stack.url, "POST /api/auth/login", {
      body: { email, password },
      headers: { ...headers, ...origin },
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.token).not.toBe(chosen);
    expect(parts(signedIn.body.token).sessionId).not.toBe(parts(chosen).sessionId);
    expect(cookieIn(signedIn.headers, "__Host-session")).toBe(signedIn.body.token);
    expect((await whoIs(chosen)).status).toBe(401);
    expect((await facts(stack)).map(({ stream }) => stream)).not.toContain(`session-${parts(chosen).sessionId}`);
  });

  it("SE-02 is not adopted at registration, nor from a body or a query", async () => {
    const planted = { body: newPerson(), headers: plantings.both };
    const registered = await call(stack.url, "POST /api/auth/register", planted);
    expect(registered.body.token).not.toBe(chosen);
    expect((await whoIs(chosen)).status).toBe(401);
    const { email, password } = person;
    for (const name of ["token", "sessionId", "session", "id"]) {
      const asked = await call(stack.url, "POST /api/auth/login", { body: { email, password, [name]: chosen } });
      expect(asked.status).toBe(400);
      const query = await call(stack.url, `POST /api/auth/login?${name}=${chosen}`, { body: { email, password } });
      expect(query.body.token).not.toBe(chosen);
    }
    expect((await whoIs(chosen)).status).toBe(401);
  });

  it("SE-02 ends with the victim's sign-in if it was the attacker's valid session", async () => {
    const [attacker, victim] = [await givenSignedInUser(stack.url), await givenSignedInUser(stack.url)];
    const { email, password } = victim;
    const signedIn = await call(stack.url, "POST /api/auth/login", {
      body: { email, password },
      headers: { ...sessionCookie(attacker.token), origin: stack.url },
    });
    expect(signedIn.body.user.id).toBe(victim.id);
    expect(signedIn.body.token).not.toBe(attacker.token);
    expect((await whoIs(attacker.token)).status).toBe(401);
    expect((await whoIs(signedIn.body.token)).status).toBe(400);
  });
});
