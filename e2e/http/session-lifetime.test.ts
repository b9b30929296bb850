import { afterEach, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, member, register, signIn, somebody } from "./client.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";

let product: InProcess;
afterEach(() => product.remove());

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const reads = (token: string) => call(product.url, "GET", "/api/auth/me", { token });
/** Refused for its body when the session is good, so that nothing changes. */
const writes = (token: string) => call(product.url, "PUT", "/api/user/profile", { token, body: {} });

const isGood = async (token: string) => {
  const [changed, read] = [await writes(token), await reads(token)];
  const both = [changed.status, read.status];
  expect(
    [
      [400, 200],
      [401, 401],
    ],
    JSON.stringify([changed.body, read.body]),
  ).toContainEqual(both);
  return changed.status === 400;
};

const eventsOf = async (token: string) =>
  (await storedEvents(product)).filter(({ stream }) => stream === `session-${token.split("_")[1]}`);
/** Uses it, and waits until that was noted, which is done off the path of the answer, and until reads know of it. */
const used = async (token: string, by: typeof reads | typeof writes) => {
  const before = (await eventsOf(token)).length;
  expect((await by(token)).status).not.toBe(401);
  await expect.poll(async () => (await eventsOf(token)).slice(before)).toMatchObject([{ type: "SessionSeen" }]);
  const headers = await knowingAll(product);
  expect((await call(product.url, "GET", "/api/auth/me", { token, headers })).status).toBe(200);
};

describe("an ordinary session", () => {
  it("SE-04 ends when it was not used for an hour, for reading and for writing", async () => {
    product = await startInProcess();
    const person = await member(product.url);
    const other = await signIn(product.url, person);
    product.advance(hour - 30);
    await used(person.token, writes);
    product.advance(35);
    expect(await isGood(other)).toBe(false);
    expect(await isGood(person.token)).toBe(true);
  });

  it.each([
    ["reading", reads],
    ["writing", writes],
  ])("SE-04 lasts as long as it is used, by %s alone, but twelve hours at most", async (_, by) => {
    product = await startInProcess();
    const { token } = await member(product.url);
    for (let at = 0; at < 12 * hour - 50 * minute; at += 45 * minute) {
      product.advance(45 * minute);
      await used(token, by);
    }
    product.advance(44 * minute);
    expect(await isGood(token)).toBe(true);
    product.advance(minute + 30);
    expect(await isGood(token)).toBe(false);
  });
});

it("SE-04 keeps a remembered session for 30 days unused and 90 in all", async () => {
  product = await startInProcess();
  const person = await member(product.url);
  const [kept, unused] = await Promise.all([1, 2].map(() => signIn(product.url, person, { rememberMe: true })));
  if (!kept || !unused) throw new Error("no sessions");
  product.advance(30 * day - 5 * minute);
  await used(kept, reads);
  product.advance(6 * minute);
  expect(await isGood(unused)).toBe(false);
  for (let more = 1; more <= 2; more++) {
    product.advance(30 * day - 10 * minute);
    await used(kept, reads);
  }
  product.advance(18 * minute);
  expect(await isGood(kept)).toBe(true);
  product.advance(2 * minute);
  expect(await isGood(kept)).toBe(false);
});

it("SE-04 ends what a registration gave after an hour, used or not", async () => {
  product = await startInProcess();
  const { token } = await register(product.url, somebody());
  product.advance(50 * minute);
  await used(token, reads);
  product.advance(9 * minute);
  expect((await reads(token)).status).toBe(200);
  product.advance(2 * minute);
  expect([(await reads(token)).status, (await writes(token)).status]).toEqual([401, 401]);
});

it("SE-04 takes both times from the configuration, and leaves a remembered session its own", async () => {
  product = await startInProcess({ SESSION_IDLE_SECONDS: "100", SESSION_ABSOLUTE_SECONDS: "250" });
  const person = await member(product.url);
  const kept = await signIn(product.url, person, { rememberMe: true });
  product.advance(90);
  await used(person.token, reads);
  product.advance(90);
  await used(person.token, reads);
  product.advance(80);
  expect(await isGood(person.token)).toBe(false);
  const again = await signIn(product.url, person);
  product.advance(105);
  expect(await isGood(again)).toBe(false);
  expect(await isGood(kept)).toBe(true);
});

it("SE-04 does not bring a session back when the clock is set back after it was over", async () => {
  product = await startInProcess();
  const person = await member(product.url);
  const kept = await signIn(product.url, person, { rememberMe: true });
  const other = await signIn(product.url, person);
  product.advance(hour + 1);
  expect(await isGood(other)).toBe(false);
  // Reads know of it by now.
  const headers = await knowingAll(product);
  expect((await call(product.url, "GET", "/api/auth/me", { token: kept, headers })).status).toBe(200);
  product.advance(-hour);
  expect(await isGood(other)).toBe(false);
  expect(await isGood(kept)).toBe(true);
  product.advance(-12 * hour);
  expect(await isGood(other)).toBe(false);
  expect((await eventsOf(other)).map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
  product.advance(13 * hour);
  expect(await isGood(await signIn(product.url, person))).toBe(true);
});
