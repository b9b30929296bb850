/**
 * @module-tag random
 * @module-tag embedded/moves-clock
 */
import { attemptsStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Answered, call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { from, login, setCookie } from "./limited.ts";

/** A full run makes as many attempts as the cases name. */
const full = process.env.FULL_RUN === "1";

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
  product.stopClock();
});
afterAll(() => product.remove());

const wrong = (person: Person, address: string) => login(product.url, { ...person, password: "not it" }, { address });
const statuses = (answers: readonly Answered[]) => Object.groupBy(answers, ({ status }) => status);
const factsOf = async (userId: string) => (await product.history(attemptsStream(userId))).map(({ type }) => type);

describe("password attempts at one account", () => {
  it.each([
    ["from one address", () => "192.0.2.1"],
    ["each from another network", (n: number) => `10.${n >> 8}.${n & 255}.7`],
  ])("RL-01 allow five wrong passwords %s, then one after each longer delay", async (_, addressOf) => {
    const person = await givenSignedInUser(product.url);
    const guesses = full ? 1000 : 150;
    const answers = await Promise.all(Array.from({ length: guesses }, (_, n) => wrong(person, addressOf(n))));
    const { 401: judged = [], 429: refused = [] } = statuses(answers);
    expect([judged.length, refused.length]).toEqual([5, guesses - 5]);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ code: "too_many_attempts", message: expect.stringContaining("Too many attempts") });
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.getSetCookie()).toEqual([]);
    }
    // During the delay, the right password counts as a guess like any other.
    expect((await login(product.url, person, { address: "198.51.100.1" })).status).toBe(429);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      product.advance(seconds);
      const next = await Promise.all([wrong(person, addressOf(1)), wrong(person, addressOf(2))]);
      expect(next.map(({ status }) => status).toSorted()).toEqual([401, 429]);
      const longer = Math.min(900, seconds * 2);
      const { headers } = await wrong(person, addressOf(3));
      expect(Number(headers.get("retry-after"))).toBe(seconds === 512 ? 900 : longer);
    }
    const told = ["WrongPasswordGiven", "AttemptsDelayed", "AttemptsLocked"];
    await expect.poll(async () => (await factsOf(person.id)).filter((type) => told.includes(type)).length).toBe(16);
    product.advance(900);
    expect((await login(product.url, person, { address: "198.51.100.1" })).status).toBe(200);
    await expect.poll(async () => (await factsOf(person.id)).at(-1)).toBe("AttemptsLifted");
    expect(statuses(await Promise.all(Array.from({ length: 9 }, () => wrong(person, "198.51.100.1"))))).toMatchObject({
      401: { length: 5 },
      429: { length: 4 },
    });
  });

  it("RL-01 are answered and limited alike for known and unknown addresses", async () => {
    const person = await givenSignedInUser(product.url);
    const looks = async (one: Person, address: string) => {
      const answers = [];
      for (let n = 0; n < 8; n++) {
        const { status, body, headers } = await wrong(one, address);
        answers.push({ status, body, wait: headers.get("retry-after"), names: [...headers.keys()].toSorted() });
      }
      return answers;
    };
    expect(await looks(newPerson(), "192.0.2.200")).toEqual(await looks(person, "192.0.2.200"));
  });

  it("RL-01 leave at most sixteen events for a day of guessing, and one for each single mistake", async () => {
    const person = await givenSignedInUser(product.url);
    for (let n = 0; n < 40; n++) {
      product.advance(900);
      expect((await wrong(person, `10.0.${n}.1`)).status).toBe(401);
    }
    await expect.poll(() => factsOf(person.id)).toContain("AttemptsLocked");
    expect(await factsOf(person.id)).toHaveLength(16);
    const kept = JSON.stringify(await product.history(attemptsStream(person.id)), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(kept).not.toContain("not it");
    expect(kept).not.toContain(person.email);
  });
});

describe("password attempts from one network", () => {
  it("RL-02 are limited to a hundred over many accounts, alike for known and unknown ones", async () => {
    const persons = await Promise.all([1, 2, 3].map(() => givenSignedInUser(product.url)));
    const strangers = Array.from({ length: full ? 10_000 : 150 }, () => newPerson());
    const answers: Answered[] = [];
    for (const batch of batches([...persons, ...strangers], 40)) {
      answers.push(...(await Promise.all(batch.map((one, n) => wrong(one, `203.0.113.${n + 1}`)))));
    }
    const { 401: judged = [], 429: refused = [] } = statuses(answers);
    expect([judged.length, judged.length + refused.length]).toEqual([100, answers.length]);
    const again = await Promise.all([...persons, ...strangers.slice(0, 3)].map((one) => wrong(one, "203.0.113.9")));
    expect(new Set(again.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(again[0]?.status).toBe(429);
    expect(Number(again[0]?.headers.get("retry-after"))).toBe(3600);
  });

  it("RL-04 are counted per /24 and /64, ignoring a forged X-Forwarded-For", async () => {
    // Only the entry that our own proxy wrote counts: the client wrote everything to the left of it.
    for (const address of [
      "10.9.1.1, 203.0.113.1",
      "2001:db8:2::1, 203.0.113.77",
      "junk, 203.0.113.255",
      "203.0.113.0",
    ]) {
      expect((await wrong(newPerson(), address)).status, address).toBe(429);
    }
    expect((await wrong(newPerson(), "203.0.114.1")).status).toBe(401);
    expect((await wrong(newPerson(), "203.0.113.1, 203.0.112.255")).status).toBe(401);

    const answers: Answered[] = [];
    const hops = Array.from({ length: 130 }, (_, n) => `2001:db8:1:2:${n.toString(16)}:${n}::1`);
    for (const batch of batches(hops, 40)) {
      answers.push(...(await Promise.all(batch.map((address) => wrong(newPerson(), address)))));
    }
    expect(statuses(answers)[401]).toHaveLength(100);
    expect((await wrong(newPerson(), "2001:db8:1:3::1")).status).toBe(401);
  });
});

describe("a known device", () => {
  /** An address in the network that has used up its guesses. */
  const locked = "2001:db8:1:2::9";

  it("RL-07 lets only its owner sign in while the account and the network are locked", async () => {
    const person = await givenSignedInUser(product.url);
    const other = await givenSignedInUser(product.url);
    const device = setCookie(await login(product.url, person, { address: "203.0.119.1" }), "__Host-device");
    const others = setCookie(await login(product.url, other, { address: "203.0.119.1" }), "__Host-device");
    for (let n = 0; n < 6; n++) await wrong(person, "203.0.119.1");
    expect((await wrong(newPerson(), locked)).status).toBe(429);
    const forged = `${device.slice(0, -1)}${device.endsWith("A") ? "B" : "A"}`;
    for (const cookie of [undefined, others, forged, `${device}x`, "", "x.1.y", device.replace(/\./, ".9")]) {
      expect((await login(product.url, person, { address: locked, device: cookie })).status, cookie).toBe(429);
    }
    expect((await login(product.url, person, { address: locked, device })).status).toBe(200);

    // The device has its own limit, as large as the account's, and does not use up the account's.
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () =>
        login(product.url, { ...person, password: "not it" }, { address: "203.0.120.1", device }),
      ),
    );
    expect(statuses(guesses)[401]).toHaveLength(5);
    product.advance(3600);
    expect((await login(product.url, person, { address: locked })).status).toBe(200);
  });

  it("RL-07 is forgotten after all other sessions are revoked, and after half a year", async () => {
    const person = await givenSignedInUser(product.url);
    const here = setCookie(await login(product.url, person, { address: "203.0.121.1" }), "__Host-device");
    const there = await login(product.url, person, { address: "203.0.121.1" });
    const locked = async (cookie: string) => {
      for (let n = 0; n < 6; n++) await wrong(person, `10.8.${n}.1`);
      return (await login(product.url, person, { address: "203.0.121.1", device: cookie })).status;
    };
    expect(await locked(here)).toBe(200);
    const ended = await call(product.url, "DELETE /api/user/sessions", {
      token: there.body.token,
      headers: { ...from("203.0.121.1"), cookie: `__Host-device=${setCookie(there, "__Host-device")}` },
    });
    expect(ended.status).toBe(200);
    expect(await locked(here)).toBe(429);
    expect(await locked(setCookie(ended, "__Host-device"))).toBe(200);
    product.advance(180 * 86_400);
    expect(await locked(setCookie(ended, "__Host-device"))).toBe(429);
  });
});

function* batches<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
