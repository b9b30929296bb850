/** @module-tag embedded/moves-clock */
import { sessionStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, givenUnverifiedUser, signIn } from "./client.ts";
import { sessionIdOf } from "./session-calls.ts";
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

const sendRead = (token: string, { url } = product) => call(url, "GET /api/auth/me", { token });
/** With a valid session the body is refused, so nothing changes. */
const sendWrite = (token: string, { url } = product) => call(url, "PUT /api/user/profile", { token, body: {} });

/** The statuses of a write and a read. */
const statuses = async (token: string, of = product) => [
  (await sendWrite(token, of)).status,
  (await sendRead(token, of)).status,
];
const ifValid = [400, 200];
const ifExpired = [401, 401];
/** The status of a read that includes everything written so far. */
const statusOfCurrentRead = async (token: string, of = product) => {
  const headers = await knowingAll(of);
  return (await call(of.url, "GET /api/auth/me", { token, headers })).status;
};

const streamOf = (token: string) => sessionStream(sessionIdOf(token));
const eventsOf = async (token: string, of = product) =>
  (await storedEvents(of)).filter(({ stream }) => stream === streamOf(token));
/** Uses the session, and expects its activity to be recorded in the background and visible to reads. */
const expectUsable = async (token: string, by: typeof sendRead | typeof sendWrite, of = product) => {
  const before = (await eventsOf(token, of)).length;

  const { status } = await by(token, of);

  expect(status).not.toBe(401);
  await expect.poll(async () => (await eventsOf(token, of)).slice(before)).toMatchObject([{ type: "SessionSeen" }]);
  expect(await statusOfCurrentRead(token, of)).toBe(200);
};

describe("an ordinary session", () => {
  it("SE-04 expires after an hour without use, for reading and for writing", async () => {
    const person = await givenSignedInUser(product.url);
    const unused = await signIn(product.url, person);
    product.advance(hour - 30);
    await expectUsable(person.token, sendWrite);

    product.advance(35);

    expect(await statuses(unused)).toEqual(ifExpired);
    expect(await statuses(person.token)).toEqual(ifValid);
  });

  it.each([
    ["reading", sendRead],
    ["writing", sendWrite],
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
  const used = await signIn(product.url, person, { rememberMe: true });
  const unused = await signIn(product.url, person, { rememberMe: true });
  product.advance(30 * day - 5 * minute);
  await expectUsable(used, sendRead);

  product.advance(6 * minute);
  expect(await statuses(unused)).toEqual(ifExpired);

  for (let more = 1; more <= 2; more++) {
    product.advance(30 * day - 10 * minute);
    await expectUsable(used, sendRead);
  }

  product.advance(18 * minute);
  expect(await statuses(used)).toEqual(ifValid);

  product.advance(2 * minute);
  expect(await statuses(used)).toEqual(ifExpired);
});

it("SE-04 expires a registration's session after an hour, used or not", async () => {
  const { token } = await givenUnverifiedUser(product.url);
  product.advance(50 * minute);
  expect((await sendRead(token)).status).toBe(200);

  product.advance(9 * minute);
  expect((await sendRead(token)).status).toBe(200);

  product.advance(2 * minute);
  expect((await sendRead(token)).status).toBe(401);
  expect((await sendWrite(token)).status).toBe(401);
});

it("SE-04 takes both times from the configuration, except for a remembered session", async () => {
  const configured = await startStopped({ SESSION_IDLE_SECONDS: "100", SESSION_ABSOLUTE_SECONDS: "250" });
  onTestFinished(configured.remove);
  const person = await givenSignedInUser(configured.url);
  const remembered = await signIn(configured.url, person, { rememberMe: true });
  configured.advance(90);
  await expectUsable(person.token, sendRead, configured);
  configured.advance(90);
  await expectUsable(person.token, sendRead, configured);

  configured.advance(80);
  expect(await statuses(person.token, configured)).toEqual(ifExpired);

  const unused = await signIn(configured.url, person);
  configured.advance(105);
  expect(await statuses(unused, configured)).toEqual(ifExpired);
  expect(await statuses(remembered, configured)).toEqual(ifValid);
});

it("SE-04 does not revive an expired session when the clock is set back", async () => {
  const turned = await startStopped();
  onTestFinished(turned.remove);
  const person = await givenSignedInUser(turned.url);
  const remembered = await signIn(turned.url, person, { rememberMe: true });
  const expired = await signIn(turned.url, person);
  turned.advance(hour + 1);
  expect(await statuses(expired, turned)).toEqual(ifExpired);
  // Reads are up to date by now.
  expect(await statusOfCurrentRead(remembered, turned)).toBe(200);

  turned.advance(-hour);
  expect(await statuses(expired, turned)).toEqual(ifExpired);
  expect(await statuses(remembered, turned)).toEqual(ifValid);

  turned.advance(-12 * hour);
  expect(await statuses(expired, turned)).toEqual(ifExpired);
  expect((await eventsOf(expired, turned)).map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);

  turned.advance(13 * hour);
  expect(await statuses(await signIn(turned.url, person), turned)).toEqual(ifValid);
});

it("a password works after ten years: nothing asks for another one because of its age", async () => {
  const years = await startStopped();
  onTestFinished(() => years.remove());
  const person = await givenSignedInUser(years.url);
  years.advance(3653 * day);
  const token = await signIn(years.url, person);
  expect((await sendRead(token, years)).status).toBe(200);
});
