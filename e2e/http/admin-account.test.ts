import { randomUUID } from "node:crypto";
import { dayOf } from "@attestory/projections/read-models/periods.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { endSessions, givenAdmin, type Member, setRoles } from "./admins.ts";
import { givenDeveloper, registerApplication } from "./applications.ts";
import { type Answered, call, givenSignedInUser, givenUnverifiedUser, newPerson, register, signIn } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { enableTotp } from "./second-factors.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";

const product = ownProductScene({ ENUMERATION_PROTECTION: "strict" });
let admin: Member;
beforeAll(async () => {
  admin = await givenAdmin(product);
});

async function ask(path: string, { token }: { token: string } = admin): Promise<Answered> {
  const headers = await knowingAll(product);
  return askUntilUpToDate(() => call(product.url, `GET /api/admin/${path}`, { token, headers }));
}

/** How many sign-ins the log has on the day of UTC of this time. The session of a registration is no sign-in. */
async function signInsOn(at: Date): Promise<number> {
  const started = (await storedEvents(product)).filter(({ type }) => type === "SessionStarted");
  const days = started.flatMap(({ recordedAt, data }) =>
    JSON.parse(data).pending ? [] : [dayOf(new Date(recordedAt))],
  );
  return days.filter((day) => day === dayOf(at)).length;
}

it("shows an account with its sessions and its newest events", async () => {
  const { url } = product;
  const user = await givenSignedInUser(url);
  await signIn(url, user);
  expect((await setRoles(url, { by: admin, of: user }, { isPro: true })).status).toBe(200);
  const { status, body } = await ask(`users/${user.id}`);
  expect([status, body.user]).toEqual([200, expect.objectContaining({ id: user.id, email: user.email, isPro: true })]);
  expect(body.account).toMatchObject({ hasPassword: true, createdBy: null, pendingEmail: null, hardwareKeys: [] });
  expect(body.account.emailVerifiedAt).toMatch(/Z$/);

  const sessions = await ask(`users/${user.id}/sessions`);
  expect(sessions.body.sessions).toHaveLength(2);
  expect(sessions.body.sessions[0]).toMatchObject({ method: "password", ipAddress: expect.any(String) });
  const events = await ask(`users/${user.id}/events?limit=3`);
  expect(events.body.events.map(({ event }: { event: string }) => event)).toEqual([
    "RolesChanged",
    "SessionStarted",
    "SessionStarted",
  ]);
  const next = await ask(`users/${user.id}/events?cursor=${events.body.nextCursor}`);
  expect(next.body.events.at(-1)).toMatchObject({ event: "UserRegistered" });
  expect(JSON.stringify([body, sessions.body, events.body])).not.toMatch(/hash|digest|secret/i);

  await endSessions(url, { by: admin, of: user });
  expect((await ask(`users/${user.id}/sessions`)).body.sessions).toEqual([]);
});

it("has no account for an unknown id, for a decoy, and for a malformed id", async () => {
  expect((await ask(`users/${randomUUID()}`)).status).toBe(404);
  const owner = await givenSignedInUser(product.url);
  const decoy = await register(product.url, newPerson({ email: owner.email }));
  for (const part of ["", "/sessions", "/events"])
    expect((await ask(`users/${decoy.user.id}${part}`)).status).toBe(404);
  expect((await ask("users/nobody")).status).toBe(404);
});

it("counts users, second factors, applications and the sign-ins of the day", async () => {
  const { url } = product;
  const stats = async () => (await ask("stats")).body.stats;
  const { dailyLogins: _, ...before } = await stats();
  const user = await givenSignedInUser(url);
  await enableTotp(url, user.token);
  await givenUnverifiedUser(url);
  // Strict mode: a second registration of the address makes a decoy, which counts nowhere.
  await register(url, newPerson({ email: user.email }));
  const developer = await givenDeveloper(url);
  await registerApplication(url, { developer });
  const asked = product.now();
  const { dailyLogins, ...after } = await stats();
  expect(after).toEqual({
    totalUsers: before.totalUsers + 3,
    twoFactorUsers: before.twoFactorUsers + 1,
    applications: before.applications + 1,
  });
  // The day may have ended while the test ran, also between the question and the answer.
  expect(await Promise.all([asked, product.now()].map(signInsOn))).toContain(dailyLogins);
});

it("counts the sign-ins of a day anew after midnight", { tags: ["embedded/moves-clock"] }, async () => {
  const { url } = product;
  await givenSignedInUser(url);
  // Noon of the next day: far from another midnight.
  const noon = Date.parse(dayOf(product.now())) + 36 * 3600_000;
  product.advance((noon - product.now().getTime()) / 1000);
  const { body } = await ask("stats", { token: await signIn(url, admin) });
  expect(body.stats).toMatchObject({ dailyLogins: 1 });
});
