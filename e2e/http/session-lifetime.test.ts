import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, member, newPerson, register, signIn } from "./client.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";

/** Only `advance` moves the time, so a busy machine does not affect it. */
const startStopped = async (env: Record<string, string> = {}): Promise<InProcess> => {
  const started = await startInProcess(env);
  started.stopClock();
  return started;
};

/** Its clock only moves forward: each test uses its own users and starts at a different time. */
let product: InProcess;
beforeAll(async () => {
  product = await startStopped();
});
afterAll(() => product.remove());

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const reads = (token: string, { url } = product) => call(url, "GET", "/api/auth/me", { token });
/** With a valid session the body is refused, so nothing changes. */
const writes = (token: string, { url } = product) => call(url, "PUT", "/api/user/profile", { token, body: {} });

const isGood = async (token: string, of = product) => {
  const [changed, read] = [await writes(token, of), await reads(token, of)];
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

const eventsOf = async (token: string, of = product) =>
  (await storedEvents(of)).filter(({ stream }) => stream === `session-${token.split("_")[1]}`);
/** Uses the session, and waits until its activity is recorded in the background and visible to reads. */
const used = async (token: string, by: typeof reads | typeof writes, of = product) => {
  const before = (await eventsOf(token, of)).length;
  expect((await by(token, of)).status).not.toBe(401);
  await expect.poll(async () => (await eventsOf(token, of)).slice(before)).toMatchObject([{ type: "SessionSeen" }]);
  const headers = await knowingAll(of);
  expect((await call(of.url, "GET", "/api/auth/me", { token, headers })).status).toBe(200);
};

describe("an ordinary session", () => {
  it("SE-04 ends when it was not used for an hour, for reading and for writing", async () => {
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
  const { token } = await register(product.url, newPerson());
  product.advance(50 * minute);
  await used(token, reads);
  product.advance(9 * minute);
  expect((await reads(token)).status).toBe(200);
  product.advance(2 * minute);
  expect([(await reads(token)).status, (await writes(token)).status]).toEqual([401, 401]);
});

it("SE-04 takes both times from the configuration, and leaves a remembered session its own", async () => {
  const other = await startStopped({ SESSION_IDLE_SECONDS: "100", SESSION_ABSOLUTE_SECONDS: "250" });
  onTestFinished(other.remove);
  const person = await member(other.url);
  const kept = await signIn(other.url, person, { rememberMe: true });
  other.advance(90);
  await used(person.token, reads, other);
  other.advance(90);
  await used(person.token, reads, other);
  other.advance(80);
  expect(await isGood(person.token, other)).toBe(false);
  const again = await signIn(other.url, person);
  other.advance(105);
  expect(await isGood(again, other)).toBe(false);
  expect(await isGood(kept, other)).toBe(true);
});

it("SE-04 does not bring a session back when the clock is set back after it was over", async () => {
  const turned = await startStopped();
  onTestFinished(turned.remove);
  const person = await member(turned.url);
  const kept = await signIn(turned.url, person, { rememberMe: true });
  const other = await signIn(turned.url, person);
  turned.advance(hour + 1);
  expect(await isGood(other, turned)).toBe(false);
  // Reads are up to date by now.
  const headers = await knowingAll(turned);
  expect((await call(turned.url, "GET", "/api/auth/me", { token: kept, headers })).status).toBe(200);
  turned.advance(-hour);
  expect(await isGood(other, turned)).toBe(false);
  expect(await isGood(kept, turned)).toBe(true);
  turned.advance(-12 * hour);
  expect(await isGood(other, turned)).toBe(false);
  expect((await eventsOf(other, turned)).map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
  turned.advance(13 * hour);
  expect(await isGood(await signIn(turned.url, person), turned)).toBe(true);
});
