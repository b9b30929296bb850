import { createHash, randomUUID } from "node:crypto";
import { liveSessionsStream, type StoredEvent, sessionStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, givenUnverifiedUser, newPerson, type Person, signIn } from "./client.ts";
import { filesHolding, storedEvents, typesIn, when } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

const stack = sharedProductScene();

const form = /^ats_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_([A-Za-z0-9_-]{43})$/;
const parts = (token: string) => {
  const [, sessionId = "", secret = ""] = form.exec(token) ?? [];
  if (sessionId === "") throw new Error(`${token} does not have the form of a token`);
  return { sessionId, secret, bytes: Buffer.from(secret, "base64url") };
};
const sessionCookie = (token: string) => ({ cookie: `__Host-session=${token}` });
const sendSignIn = ({ email, password }: Person, headers: Record<string, string> = {}) =>
  call(stack.url, "POST /api/auth/login", { body: { email, password }, headers });

/** The status of a write whose body is refused with a valid session, so it changes nothing. */
const statusOfWrite = async (token: string) =>
  (await call(stack.url, "PUT /api/user/profile", { token, body: {} })).status;
const ifValid = 400;
const ifInvalid = 401;
const placesOf = (events: readonly StoredEvent[]) => events.map(({ stream, type }) => [stream, type]);

const shannonEntropy = (bytes: Buffer) =>
  [...Map.groupBy(bytes, (byte) => byte).values()]
    .map(({ length }) => length / bytes.length)
    .reduce((bits, share) => bits - share * Math.log2(share), 0);

describe("a session's token", () => {
  it("SE-01 holds 256 random bits, different for each session", async () => {
    const person = await givenSignedInUser(stack.url);
    const unverified = await givenUnverifiedUser(stack.url);

    const again = (_: unknown, n: number) => signIn(stack.url, person, { rememberMe: n % 2 === 0 });
    const later = await Promise.all(Array.from({ length: 30 }, again));

    const tokens = [person.token, unverified.token, ...later];
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
    expect(shannonEntropy(Buffer.concat(read.map(({ bytes }) => bytes))) * 16).toBeGreaterThan(96);
  });

  it("SE-01 is stored as its SHA-256 alone, and never logged", {
    tags: ["embedded/reads-files"],
  }, async () => {
    const person = await givenSignedInUser(stack.url);
    const unverified = await givenUnverifiedUser(stack.url);
    const ofRepeatableSignIn = (await sendSignIn(person, { "idempotency-key": randomUUID() })).body.token;

    for (const token of [person.token, unverified.token, ofRepeatableSignIn]) {
      await statusOfWrite(token);

      const { sessionId, secret, bytes } = parts(token);
      const forms = [secret, bytes, bytes.toString("hex"), bytes.toString("base64"), token];
      expect(filesHolding(stack.dataDir, ...forms)).toEqual([]);
      expect(stack.output()).not.toContain(secret);
      const started = (await storedEvents(stack)).find(({ stream }) => stream === sessionStream(sessionId));
      expect(JSON.parse(started?.data ?? "{}").tokenHash).toBe(createHash("sha256").update(secret).digest("base64url"));
    }
  });

  it("SE-01 is refused with any character changed", async () => {
    const { token } = await givenSignedInUser(stack.url);
    const { sessionId, secret } = parts(token);
    const other = (character: string) => (character === "A" ? "B" : "A");
    const changed = [...secret].map(
      (character, at) => `${secret.slice(0, at)}${other(character)}${secret.slice(at + 1)}`,
    );
    const shapes = [secret.slice(0, -1), `${secret}A`, `${secret}=`, secret.toUpperCase(), secret.toLowerCase(), ""];
    const wrong = [
      ...[...changed, ...shapes].map((wrongSecret) => `ats_${sessionId}_${wrongSecret}`),
      `ats_${randomUUID()}_${secret}`,
      token.toUpperCase(),
      `ATS${token.slice(3)}`,
      token.slice(4),
      sessionId,
      `ats_${sessionId.toUpperCase()}_${secret}`,
      `${token}.`,
    ];

    expect(await statusOfWrite(token)).toBe(ifValid);
    for (const wrongToken of wrong) expect(await statusOfWrite(wrongToken), wrongToken).toBe(ifInvalid);
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
    const { response, events } = await when(stack, () => sendSignIn(person, { ...headers, origin: stack.url }));

    expect(response.status).toBe(200);
    const { token, user } = response.body;
    expect(token).not.toBe(chosen);
    expect(parts(token).sessionId).not.toBe(parts(chosen).sessionId);
    expect(cookieIn(response.headers, "__Host-session")).toBe(token);
    expect(placesOf(events)).toHaveLength(2);
    expect(placesOf(events)).toEqual(
      expect.arrayContaining([
        [liveSessionsStream(user.id), "SessionCounted"],
        [sessionStream(parts(token).sessionId), "SessionStarted"],
      ]),
    );
    expect(await statusOfWrite(chosen)).toBe(ifInvalid);
    expect(await typesIn(stack, sessionStream(parts(chosen).sessionId))).toEqual([]);
  });

  it("SE-02 is not adopted at registration, nor from a body or a query", async () => {
    const planted = { body: newPerson(), headers: plantings.both };

    const registered = await call(stack.url, "POST /api/auth/register", planted);

    expect(registered.body.token).not.toBe(chosen);
    expect(await statusOfWrite(chosen)).toBe(ifInvalid);

    const { email, password } = person;
    for (const name of ["token", "sessionId", "session", "id"]) {
      const inBody = await when(stack, () =>
        call(stack.url, "POST /api/auth/login", { body: { email, password, [name]: chosen } }),
      );
      expect(inBody.response.status).toBe(400);
      expect(inBody.events).toEqual([]);

      const inQuery = await call(stack.url, `POST /api/auth/login?${name}=${chosen}`, { body: { email, password } });
      expect(inQuery.body.token).not.toBe(chosen);
    }
    expect(await statusOfWrite(chosen)).toBe(ifInvalid);
  });

  it("SE-02 ends with the victim's sign-in if it was the attacker's valid session", async () => {
    const attacker = await givenSignedInUser(stack.url);
    const victim = await givenSignedInUser(stack.url);
    const planted = { ...sessionCookie(attacker.token), origin: stack.url };

    const { response, events } = await when(stack, () => sendSignIn(victim, planted));

    const { user, token } = response.body;
    expect(user.id).toBe(victim.id);
    expect(token).not.toBe(attacker.token);
    expect(placesOf(events)).toContainEqual([sessionStream(parts(attacker.token).sessionId), "SessionEnded"]);
    expect(placesOf(events)).toContainEqual([sessionStream(parts(token).sessionId), "SessionStarted"]);
    expect(await statusOfWrite(attacker.token)).toBe(ifInvalid);
    expect(await statusOfWrite(token)).toBe(ifValid);
  });
});
