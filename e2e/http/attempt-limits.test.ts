/**
 * @module-tag random
 * @module-tag embedded/moves-clock
 */

import { attemptsStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { byStatus, from, inBatches, login, setCookie, wrongPassword } from "./limited.ts";
import { when } from "./stored-log.ts";

/** A full run makes as many attempts as the cases name. */
const full = process.env.FULL_RUN === "1";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

const signIn = (person: Person, address: string, device?: string) => login(product.url, person, { address, device });
const guess = (person: Person, address: string) => signIn({ ...person, password: wrongPassword }, address);
const retryAfter = ({ headers }: Answered) => Number(headers.get("retry-after"));
const attemptEvents = async (userId: string) => (await product.history(attemptsStream(userId))).map(({ type }) => type);

describe("password attempts at one account", () => {
  const delays = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900];
  const count = full ? 1000 : 150;

  it.each([
    // The network may make a hundred attempts an hour.
    ["from one address", () => "192.0.2.1", 95],
    ["each from another network", (n: number) => `10.${n >> 8}.${n & 255}.7`, count - 5],
  ])("RL-01 A6 allow five wrong passwords %s, then one after each longer delay", async (_, addressOf, waiting) => {
    const person = await givenSignedInUser(product.url);
    const guesses = Array.from({ length: count }, (_, n) => addressOf(n));

    const { response: responses, events } = await when(product, () =>
      Promise.all(guesses.map((address) => guess(person, address))),
    );

    const { 401: verified = [], 429: refused = [] } = byStatus(responses);
    expect([verified.length, refused.length]).toEqual([5, guesses.length - 5]);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ code: "too_many_attempts", message: expect.stringContaining("Too many attempts") });
      expect(["1", "3600"]).toContain(headers.get("retry-after"));
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(refused.filter((one) => retryAfter(one) === 1)).toHaveLength(waiting);
    expect(events).toEqual([]);

    // During the delay, the right password counts as a guess like any other.
    expect((await signIn(person, "198.51.100.1")).status).toBe(429);

    for (const [n, seconds] of delays.slice(0, -1).entries()) {
      product.advance(seconds);
      const afterDelay = await Promise.all([guess(person, "10.7.1.7"), guess(person, "10.7.2.7")]);
      const next = await guess(person, "10.7.3.7");
      expect(afterDelay.map(({ status }) => status).toSorted()).toEqual([401, 429]);
      expect(retryAfter(next)).toBe(delays[n + 1]);
    }
    await expect.poll(() => attemptEvents(person.id)).toHaveLength(17);

    product.advance(900);
    expect((await signIn(person, "198.51.100.1")).status).toBe(200);
    await expect.poll(async () => (await attemptEvents(person.id)).at(-1)).toBe("AttemptsLifted");

    const afterwards = await Promise.all(Array.from({ length: 9 }, () => guess(person, "198.51.100.1")));
    expect(byStatus(afterwards)).toMatchObject({ 401: { length: 5 }, 429: { length: 4 } });
  });

  it("RL-01 are answered and limited alike for known and unknown addresses", async () => {
    const known = await givenSignedInUser(product.url);
    const unknown = newPerson();
    const guess8Times = async (person: Person) => {
      const responses = [];
      for (let n = 0; n < 8; n++) responses.push(await guess(person, "192.0.2.200"));
      return responses;
    };
    const comparable = ({ status, body, headers }: Answered) => ({
      status,
      body,
      wait: headers.get("retry-after"),
      names: [...headers.keys()].toSorted(),
    });

    const ofUnknown = await when(product, () => guess8Times(unknown));
    const ofKnown = await when(product, () => guess8Times(known));

    expect(ofUnknown.response.map(comparable)).toEqual(ofKnown.response.map(comparable));
    expect([ofUnknown.events, ofKnown.events]).toEqual([[], []]);
  });

  it("RL-01 leave at most seventeen events for a day of guessing, and one for each single mistake", async () => {
    const person = await givenSignedInUser(product.url);

    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) {
      product.advance(900);
      statuses.push((await guess(person, `10.0.${n}.1`)).status);
    }

    expect(statuses).toEqual(Array(40).fill(401));
    await expect.poll(() => attemptEvents(person.id)).toContain("UnlockOffered");
    const events = await product.history(attemptsStream(person.id));
    expect(events).toHaveLength(17);
    const text = JSON.stringify(events, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(text).not.toContain(wrongPassword);
    expect(text).not.toContain(person.email);
  });
});

describe("password attempts from one network", () => {
  it("RL-02 are limited to a hundred over many accounts, alike for known and unknown ones", async () => {
    const known = await Promise.all([1, 2, 3].map(() => givenSignedInUser(product.url)));
    const unknown = Array.from({ length: full ? 10_000 : 150 }, () => newPerson());

    const { response: responses, events } = await when(product, () =>
      inBatches([...known, ...unknown], (person, n) => guess(person, `203.0.113.${n + 1}`)),
    );

    const { 401: verified = [], 429: refused = [] } = byStatus(responses);
    expect([verified.length, verified.length + refused.length]).toEqual([100, responses.length]);
    expect(events).toEqual([]);

    const again = await Promise.all([...known, ...unknown.slice(0, 3)].map((person) => guess(person, "203.0.113.9")));
    const [first] = again as [Answered];
    expect([first.status, retryAfter(first)]).toEqual([429, 3600]);
    for (const { status, body } of again) expect([status, body]).toEqual([first.status, first.body]);
  });

  it("RL-04 are counted per /24 and /64, ignoring a forged X-Forwarded-For", async () => {
    // RL-02 has used up the guesses of 203.0.113.0/24.
    const guessFrom = (address: string) => guess(newPerson(), address);
    const sameNetwork = ["10.9.1.1, 203.0.113.1", "2001:db8:2::1, 203.0.113.77", "junk, 203.0.113.255", "203.0.113.0"];
    const otherNetworks = ["203.0.114.1", "203.0.113.1, 203.0.112.255"];
    const hops = Array.from({ length: 130 }, (_, n) => `2001:db8:1:2:${n.toString(16)}:${n}::1`);

    // Only the entry that our own proxy wrote counts: the client wrote everything to the left of it.
    for (const address of sameNetwork) expect((await guessFrom(address)).status, address).toBe(429);
    for (const address of otherNetworks) expect((await guessFrom(address)).status, address).toBe(401);

    expect(byStatus(await inBatches(hops, guessFrom))[401]).toHaveLength(100);
    expect((await guessFrom("2001:db8:1:3::1")).status).toBe(401);
  });
});

describe("a known device", () => {
  /** An address in the network that has used up its guesses. */
  const lockedNetwork = "2001:db8:1:2::9";
  const deviceOf = (response: Answered) => setCookie(response, "__Host-device");

  it("RL-07 lets only its owner sign in while the account and the network are locked", async () => {
    const person = await givenSignedInUser(product.url);
    const other = await givenSignedInUser(product.url);
    const device = deviceOf(await signIn(person, "203.0.119.1"));
    const deviceOfOther = deviceOf(await signIn(other, "203.0.119.1"));
    for (let n = 0; n < 6; n++) await guess(person, "203.0.119.1");
    expect((await guess(newPerson(), lockedNetwork)).status).toBe(429);
    const forged = `${device.slice(0, -1)}${device.endsWith("A") ? "B" : "A"}`;
    const notOwners = [undefined, deviceOfOther, forged, `${device}x`, "", "x.1.y", device.replace(/\./, ".9")];

    for (const cookie of notOwners) {
      const { response, events } = await when(product, () => signIn(person, lockedNetwork, cookie));
      expect(response.status, cookie).toBe(429);
      expect(events).toEqual([]);
    }
    const { response, events } = await when(product, () => signIn(person, lockedNetwork, device));
    expect(response.status).toBe(200);
    expect(events.map(({ type }) => type)).toContain("SessionStarted");

    // The device has its own limit, as large as the account's, and does not use up the account's.
    const guessOnDevice = () => signIn({ ...person, password: wrongPassword }, "203.0.120.1", device);
    const guesses = await Promise.all(Array.from({ length: 20 }, guessOnDevice));
    expect(byStatus(guesses)[401]).toHaveLength(5);
    product.advance(3600);
    expect((await signIn(person, lockedNetwork)).status).toBe(200);
  });

  it("RL-07 is forgotten after all other sessions are revoked, and after half a year", async () => {
    const person = await givenSignedInUser(product.url);
    const here = deviceOf(await signIn(person, "203.0.121.1"));
    const there = await signIn(person, "203.0.121.1");
    const statusWhileLocked = async (device: string) => {
      for (let n = 0; n < 6; n++) await guess(person, `10.8.${n}.1`);
      return (await signIn(person, "203.0.121.1", device)).status;
    };
    expect(await statusWhileLocked(here)).toBe(200);

    const headers = { ...from("203.0.121.1"), cookie: `__Host-device=${deviceOf(there)}` };
    const revoked = await call(product.url, "DELETE /api/user/sessions", { token: there.body.token, headers });

    expect(revoked.status).toBe(200);
    expect(await statusWhileLocked(here)).toBe(429);
    expect(await statusWhileLocked(deviceOf(revoked))).toBe(200);
    product.advance(180 * 86_400);
    expect(await statusWhileLocked(deviceOf(revoked))).toBe(429);
  });
});
