/** @module-tag embedded/moves-clock */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, newPerson, register, signIn } from "./client.ts";
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

const reads = (token: string, { url } = product) => call(url, "GET /api/auth/me", { token });
/** With a valid session the body is refused, so nothing changes. */
const writes = (token: string, { url } = product) => call(url, "PUT /api/user/profile", { token, body: {} });

/** The statuses of a write and a read. */
const statuses = async (token: string, of = product) => [
  (await writes(token, of)).status,
  (await reads(token, of)).status,
];
const ifValid = [400, 200];
const ifExpired = [401, 401];

const eventsOf = async (token: string, of = product) =>
  (await storedEvents(of)).filter(({ stream }) => stream === `session-${token.split("_")[1]}`);
/** Uses the session, and waits until its activity is recorded in the background and visible to reads. */
const expectUsable = async (token: string, by: typeof reads | typeof writes, of = product) => {
  const before = (await eventsOf(token, of)).length;
  expect((await by(token, of)).status).not.toBe(401);
  await expect.poll(async () => (await eventsOf(token, of)).slice(before)).toMatchObject([{ type: "SessionSeen" }]);
  const headers = await knowingAll(of);
  expect((await call(of.url, "GET /api/auth/me", { token, headers })).status).toBe(200);
};

describe("an ordinary session", () => {
  it("SE-04 expires after an hour without use, for reading and for writing", async () => {
    const person = await givenSignedInUser(product.url);
    const other = await signIn(product.url, person);
    product.advance(hour - 30);
    await expectUsable(person.token, writes);
    product.advance(35);
    expect(await statuses(other)).toEqual(ifExpired);
    expect(await statuses(person.token)).toEqual(ifValid);
  });

  it.each([
    ["reading", reads],
    ["writing", writes],
  ])("SE-04 lasts while it is used, by %s alone, for at most twelve hours", async (_, by) => {
    const { token } = await givenSignedInUser(product.url);
    for (let at = 0; at < 12 * hour - 50 * minute; at += 45 * minute) {
      product.advance(45 * minute);
      await expectUsable(token, by);
    }
    product.advance(44 * minute);
    expect(await statuses(token)).toEqual(ifValid);
    product.advance(minute + 30);
    expect(await statuses(token)).toEqual(ifExpired);
  });
});

it("SE-04 keeps a remembered session for 30 days unused and 90 days in all", async () => {
  const person = await givenSignedInUser(product.url);
  const [kept, unused] = await Promise.all([1, 2].map(() => signIn(product.url, person, { rememberMe: true })));
  if (!kept || !unused) throw new Error("no sessions");
  product.advance(30 * day - 5 * minute);
  await expectUsable(kept, reads);
  product.advance(6 * minute);
  expect(await statuses(unused)).toEqual(ifExpired);
  for (let more = 1; more <= 2; more++) {
    product.advance(30 * day - 10 * minute);
    await expectUsable(kept, reads);
  }
  product.advance(18 * minute);
  expect(await statuses(kept)).toEqual(ifValid);
  product.advance(2 * minute);
  expect(await statuses(kept)).toEqual(ifExpired);
});

it("SE-04 expires a registration's session after an hour, used or not", async () => {
  const { token } = await register(product.url, newPerson());
  product.advance(50 * minute);
  await expectUsable(token, reads);
  product.advance(9 * minute);
  expect((await reads(token)).status).toBe(200);
  product.advance(2 * minute);
  expect([(await reads(token)).status, (await writes(token)).status]).toEqual([401, 401]);
});

it("SE-04 takes both times from the configuration, except for a remembered session", async () => {
  const other = await startStopped({ SESSION_IDLE_SECONDS: "100", SESSION_ABSOLUTE_SECONDS: "250" });
  onTestFinished(other.remove);
  const person = await givenSignedInUser(other.url);
  const kept = await signIn(other.url, person, { rememberMe: true });
  other.advance(90);
  await expectUsable(person.token, reads, other);
  other.advance(90);
  await expectUsable(person.token, reads, other);
  other.advance(80);
  expect(await statuses(person.token, other)).toEqual(ifExpired);
  const again = await signIn(other.url, person);
  other.advance(105);
  expect(await statuses(again, other)).toEqual(ifExpired);
  expect(await statuses(kept, other)).toEqual(ifValid);
});

it("SE-04 does not revive an expired session when the clock is set back", async () => {
  const turned = await startStopped();
  onTestFinished(turned.remove);
  const person = await givenSignedInUser(turned.url);
  const kept = await signIn(turned.url, person, { rememberMe: true });
  const other = await signIn(turned.url, person);
  turned.advance(hour + 1);
  expect(await statuses(other, turned)).toEqual(ifExpired);
  // Reads are up to date by now.
  const headers = await knowingAll(turned);
  expect((await call(turned.url, "GET /api/auth/me", { token: kept, headers })).status).toBe(200);
  turned.advance(-hour);
  expect(await statuses(other, turned)).toEqual(ifExpired);
  expect(await statuses(kept, turned)).toEqual(ifValid);
  turned.advance(-12 * hour);
  expect(await statuses(other, turned)).toEqual(ifExpired);
  expect((await eventsOf(other, turned)).map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
  turned.advance(13 * hour);
  expect(await statuses(await signIn(turned.url, person), turned)).toEqual(ifValid);
});
