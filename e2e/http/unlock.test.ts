/**
 * @module-tag embedded/moves-clock
 */

import { attemptsStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { login, setCookie } from "./limited.ts";
import { countUnlockEmails, givenUnlockLink, guessAt, lock, unlock, unlockTokenTo } from "./unlock-links.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

const newDevice = "198.51.100.1";
const signIn = (person: Person, device?: string, address = newDevice) =>
  login(product.url, person, { address, device });
const attemptEvents = async ({ id }: { id: string }) =>
  (await product.history(attemptsStream(id))).map(({ type }) => type);

describe("an account that an attacker keeps locked", () => {
  it("A6 RL-07 lets its owner sign in on a new device with the help of one email", async () => {
    const owner = await givenSignedInUser(product.url);
    await lock(product, owner);
    expect((await signIn(owner)).status).toBe(429);
    const token = await unlockTokenTo(product, owner);

    const unlocked = await unlock(product, token);

    expect([unlocked.status, Object.keys(unlocked.body)]).toEqual([200, ["message"]]);
    const device = setCookie(unlocked, "__Host-device");
    // The attack goes on, and locks the account again.
    await lock(product, owner);
    expect((await signIn(owner)).status).toBe(429);
    expect((await signIn(owner, device)).status).toBe(200);
  });

  it("A6 ends the wait of every other device too, once", async () => {
    const owner = await givenSignedInUser(product.url);
    await lock(product, owner);

    const unlocked = await unlock(product, await unlockTokenTo(product, owner));

    expect(unlocked.status).toBe(200);
    expect((await attemptEvents(owner)).at(-1)).toBe("AttemptsLifted");
    expect((await signIn(owner)).status).toBe(200);
  });

  it("A6 sends one email a day for as long as nobody signs in, and no password", async () => {
    const owner = await givenSignedInUser(product.url);
    await lock(product, owner);
    await expect.poll(() => countUnlockEmails(product, owner)).toBe(1);
    for (let n = 0; n < 20; n++) {
      product.advance(900);
      await guessAt(product, owner, `10.21.${n}.1`);
    }
    product.advance(86_400 - 40 * 900);
    await guessAt(product, owner, "10.22.1.1");
    const offers = async () => (await attemptEvents(owner)).filter((type) => type === "UnlockOffered");
    expect(await offers()).toHaveLength(1);
    product.advance(2 * 3600);
    await lock(product, owner);
    await expect.poll(offers).toHaveLength(2);
    await expect.poll(() => countUnlockEmails(product, owner)).toBe(2);
    const { body } = await call(product.url, "GET /api/dev/inbox");
    expect(JSON.stringify(body)).not.toContain("not it");
  });

  it("A6 RL-01 charges attempts during the wait to their network, and does not grow the wait", async () => {
    const owner = await givenSignedInUser(product.url);
    await lock(product, owner);
    const attacks = await Promise.all(Array.from({ length: 120 }, () => guessAt(product, owner, "203.0.113.8")));
    const waits = attacks.map(({ status, headers }) => `${status} ${headers.get("retry-after")}`);
    expect(Object.entries(Object.groupBy(waits, (wait) => wait)).map(([wait, all]) => [wait, all?.length])).toEqual([
      ["429 900", 100],
      ["429 3600", 20],
    ]);
    // The network has used up its attempts at every account; the owner waits no longer than before.
    expect((await guessAt(product, owner, "203.0.113.9")).headers.get("retry-after")).toBe("3600");
    product.advance(900);
    expect((await guessAt(product, owner, "203.0.113.9")).status).toBe(429);
    expect((await signIn(owner)).status).toBe(200);
  });
});

describe("an unlock link", () => {
  it("A6 gives the same device to a repeated request with its Idempotency-Key, and no attempts more", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    const key = { "idempotency-key": crypto.randomUUID() };
    const first = await unlock(product, token, key);
    for (let n = 0; n < 6; n++) await guessAt(product, owner, "10.23.1.1");
    const repeated = await unlock(product, token, key);
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    expect(setCookie(repeated, "__Host-device")).toBe(setCookie(first, "__Host-device"));
    expect((await signIn(owner)).status).toBe(429);
    expect((await signIn(owner, setCookie(repeated, "__Host-device"))).status).toBe(200);
  });
});
