/**
 * @module-tag embedded/moves-clock
 */
import { attemptsStream, userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { login, setCookie } from "./limited.ts";
import { countUnlockEmails, givenUnlockLink, guessAt, lock, unlock, unlockTokenTo } from "./unlock-links.ts";
import { givenUserWithLink } from "./verification-links.ts";

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
  product.stopClock();
});
afterAll(() => product.remove());

const newDevice = "198.51.100.1";
const signIn = (person: Person, device?: string, address = newDevice) =>
  login(product.url, person, { address, device });
const attemptEvents = async ({ id }: { id: string }) =>
  (await product.history(attemptsStream(id))).map(({ type }) => type);
const invalid = {
  code: "invalid_token",
  message: expect.stringContaining("This link was used already or has expired"),
};

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
  it("A6 works once: its second use is refused, changes nothing and sets no cookie", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    const [first, second] = await Promise.all([unlock(product, token), unlock(product, token)]);
    const third = await unlock(product, token);
    expect([first.status, second.status].toSorted()).toEqual([200, 400]);
    expect([third.status, third.body]).toEqual([400, invalid]);
    expect(third.headers.getSetCookie()).toEqual([]);
    expect(await attemptEvents(owner)).toEqual(["UnlockOffered", "AttemptsLifted"]);
  });

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

  it("A6 EV-11 is not used up by a scanner that opens it", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    for (const path of ["/unlock", "/api/auth/unlock"]) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        await (await fetch(`${product.url}${path}?token=${token}`, { method })).text();
      }
    }
    expect(await attemptEvents(owner)).toEqual(["UnlockOffered"]);
    expect((await unlock(product, token)).status).toBe(200);
  });

  it("A6 expires after a day, and when a newer one is sent", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    product.advance(86_400);
    expect((await unlock(product, token)).body).toEqual(invalid);
    const other = await givenSignedInUser(product.url);
    const older = await givenUnlockLink(product, other);
    await product.happened(attemptsStream(other.id), { type: "UnlockOffered", data: { userId: other.id } });
    expect((await unlock(product, older)).body).toEqual(invalid);
  });

  it("A6 is refused in any other form, always with the same text", async () => {
    const owner = await givenUserWithLink(product.url);
    const token = await givenUnlockLink(product, owner);
    const forged = [
      owner.link,
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`,
      "x",
      crypto.randomUUID(),
    ];
    for (const one of forged) {
      const { status, body, headers } = await unlock(product, one);
      expect([status, body, headers.getSetCookie()], one).toEqual([400, invalid, []]);
    }
    for (const one of [undefined, null, "", 7, [token], { $ne: null }, "x".repeat(201)]) {
      const { status, body } = await unlock(product, one);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, "invalid_fields", ["token"]]);
    }
    // The other way round, it verifies no address.
    expect((await call(product.url, `GET /api/auth/verify-email?token=${token}`)).status).toBe(400);
    expect(await attemptEvents(owner)).toEqual(["UnlockOffered"]);
  });

  it("A6 is refused for an inactive account", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    await product.happened(userStream(owner.id), { type: "UserDeactivated", data: { userId: owner.id } });
    expect((await unlock(product, token)).body).toEqual(invalid);
  });
});
