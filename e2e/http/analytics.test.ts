/** @module-tag embedded/moves-clock */
import { setTimeout as wait } from "node:timers/promises";
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { sessionStream } from "@attestory/events/envelope.ts";
import type { Analytics, AnalyticsDay } from "@attestory/query-api/analytics/schema.ts";
import { failures } from "@attestory/query-api/analytics/schema.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { registerApplication } from "./applications.ts";
import { type Answered, call, givenSignedInUser, givenUnverifiedUser, register, signIn } from "./client.ts";
import { givenTokens, refresh } from "./grants.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { nothing, recount } from "./recounted-usage.ts";
import { enableTotp, signInWith } from "./second-factors.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";

const daySeconds = 86_400;

const product = ownProductScene({ RATE_LIMITS: "on", ENUMERATION_PROTECTION: "strict" });
let admin: Member;
/** On which everything begins, at noon. */
let firstDay: string;

beforeAll(async () => {
  product.stopClock();
  const sinceNoon = (product.now().getTime() - Date.parse("2026-01-01T12:00:00Z")) / 1000;
  product.advance(daySeconds - (sinceNoon % daySeconds));
  firstDay = today();
  admin = await givenAdmin(product);
});

const today = () => product.now().toISOString().slice(0, 10);

/** Asked in a new session: those of earlier days have ended. */
async function ask(query = ""): Promise<Answered> {
  const token = await signIn(product.url, admin);
  const headers = await knowingAll(product);
  return askUntilUpToDate(() => call(product.url, `GET /api/admin/analytics${query}`, { token, headers }));
}

/** A use of a session is recorded behind the answer. */
async function untilSeen(userId: string): Promise<void> {
  const isSeen = async () =>
    (await storedEvents(product)).some(({ type, person }) => type === "SessionSeen" && person === userId);
  for (const until = Date.now() + 20_000; !(await isSeen()); await wait(20)) {
    if (Date.now() > until) throw new Error("the use of the session was not recorded");
  }
}

/** Wrong passwords until the attempts are stopped for as long as they ever are. */
async function attack(person: { email: string; username: string; password: string }): Promise<void> {
  for (let guess = 0; guess < 18; guess++) {
    await signInWith(product.url, { ...person, password: "not the right one" });
    if (guess > 4) product.advance(900);
  }
}

/** Sign-ups, sign-ins, failures, codes of an app, consents and tokens, over two months. */
async function usage() {
  const { url } = product;
  const [ada, bob] = [await givenSignedInUser(url), await givenSignedInUser(url)];
  const unverified = await givenUnverifiedUser(url);
  // The address has an owner, so this is a decoy.
  await register(url, { email: ada.email, username: `${ada.username}2`, password: ada.password });
  await call(url, "POST /api/auth/step-up", { token: ada.token, body: { currentPassword: "not the right one" } });
  const { secret } = await enableTotp(url, ada.token, product.now());
  await signInWith(url, ada, { totpCode: "000000" });
  const [application, other] = [await registerApplication(url), await registerApplication(url, { name: "Atlas" })];
  const tokens = await givenTokens({ url, user: bob, application }, { scope: "openid offline_access" });
  await givenTokens({ url, user: bob, application });
  await givenTokens({ url, user: ada, application });
  await givenTokens({ url, user: bob, application: other });
  await refresh({ url, user: bob, application }, tokens);

  product.advance(600);
  for (const { token } of [unverified, bob]) {
    expect((await call(url, "GET /api/auth/me", { token })).status).toBe(200);
  }
  await untilSeen(bob.id);

  product.advance(daySeconds);
  const again = await signInWith(url, ada, { totpCode: codeAt(secret, product.now()) });
  expect((await call(url, "POST /api/auth/2fa/disable", { token: again.body.token })).status).toBe(200);
  await attack(bob);
  product.advance(7 * daySeconds);
  await signIn(url, ada);
  await givenSignedInUser(url);
  product.advance(35 * daySeconds);
  await signIn(url, ada);
  await signIn(url, ada);
  return { application, other };
}

/** No failure of any reason that the answer names. */
const noFailures = Object.fromEntries(Object.keys(failures.shape).map((reason) => [reason, 0]));
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

it("answers figures that equal a recount of the log, by day, week and month", async () => {
  const { application, other } = await usage();
  const { status, body } = await ask(`?from=${firstDay}&to=${today()}`);
  expect(status).toBe(200);
  const { days, weeks, months, applications } = body as Analytics;
  const log = await storedEvents(product);

  const byDay = recount(log, "day");
  const adoption = { users: 0, accounts: 0 };
  for (const { day, applications: used, ...rest } of days) {
    const counted = byDay.get(day) ?? nothing();
    adoption.users += counted.twoFactor;
    adoption.accounts += counted.verified;
    expect(rest, day).toEqual({
      signUps: counted.signUps,
      signIns: counted.signIns,
      activeUsers: counted.people.size,
      failures: { ...noFailures, ...counted.failures },
      twoFactor: { ...adoption },
    });
    const expected = Object.entries(counted.applications).map(([id, use]) => ({ id, ...use }));
    expect(used.toSorted(byId), day).toEqual(expected.toSorted(byId));
  }
  const byWeek = recount(log, "week");
  for (const { week, activeUsers } of weeks) expect(activeUsers, week).toBe(byWeek.get(week)?.people.size ?? 0);
  const byMonth = recount(log, "month");
  for (const { month, activeUsers } of months) expect(activeUsers, month).toBe(byMonth.get(month)?.people.size ?? 0);

  // The days are all there, and the recount itself found what was done.
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([expect.any(Number), firstDay, today()]);
  const withUsers = (counts: typeof byDay) =>
    [...counts].filter(([, { people }]) => people.size > 0).map(([name]) => name);
  expect(weeks.map(({ week }) => week)).toEqual(expect.arrayContaining(withUsers(byWeek)));
  expect(months.map(({ month }) => month)).toEqual(expect.arrayContaining(withUsers(byMonth)));
  const first = days[0] as AnalyticsDay;
  // Ada, Bob, the admin and the two developers, but not the one who used the service without a verified address.
  expect(first).toMatchObject({ signUps: 6, activeUsers: 5, twoFactor: { users: 1 } });
  expect(first.failures).toMatchObject({ "wrong-password-step-up": 1, "wrong-code": 1 });
  expect(first.applications).toContainEqual({ id: application.id, tokens: 4, consents: 2 });
  expect(first.applications).toContainEqual({ id: other.id, tokens: 1, consents: 1 });
  expect(days.reduce((sum, { failures }) => sum + failures["attempts-locked"], 0)).toBe(1);
  expect(days.at(-1)).toMatchObject({ activeUsers: 2, twoFactor: { users: 0 } });
  expect(applications).toEqual([
    { id: other.id, name: "Atlas" },
    { id: application.id, name: "Ledgerline" },
  ]);
});

it("answers the last thirty days by default, and the same again from counts that are final", async () => {
  const { body: first } = await ask();
  expect([first.days.length, first.to]).toEqual([30, today()]);
  const range = `?from=${firstDay}&to=${first.days[20].day}`;
  expect((await ask(range)).body).toEqual((await ask(range)).body);
});

it("S4 counts what a process whose clock is behind records for a day, until a day after its end; then the count is final", async () => {
  const day = today();
  product.advance((Date.parse(day) + daySeconds * 1000 - product.now().getTime()) / 1000 + daySeconds - 600);
  const count = async () => (await ask(`?from=${day}&to=${day}`)).body.days[0].activeUsers;
  const usedLate = async () => {
    const { id: person, token } = await givenUnverifiedUser(product.url);
    const data = { sessionId: token.split("_")[1] ?? "", authenticatedAt: null, proofs: null };
    const recordedAt = new Date(Date.parse(day) + (daySeconds - 1) * 1000);
    await product.happened(sessionStream(data.sessionId), { type: "SessionSeen", data }, { person, recordedAt });
  };
  const before = await count();
  await usedLate();
  expect(await count()).toBe(before + 1);
  product.advance(1200);
  expect(await count()).toBe(before + 1);
  await usedLate();
  expect(await count()).toBe(before + 1);
});

it.each([
  ["?from=2026-02-30", "from"],
  ["?to=yesterday", "to"],
  ["?from=yesterday&to=2026-03-01", "from"],
  ["?from=1999-12-31", "from"],
  ["?from=2026-03-02&to=2026-03-01", "from"],
  ["?from=2025-01-01&to=2026-02-05", "from"],
  ["?day=2026-03-01", "day"],
])("refuses %s, and names the field", async (query, field) => {
  const { status, body } = await ask(query);
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, "invalid_fields", [field]]);
});

it("answers 400 days at most", async () => {
  const { status, body } = await ask("?from=2025-01-01&to=2026-02-04");
  expect([status, body.days?.length]).toEqual([200, 400]);
});
