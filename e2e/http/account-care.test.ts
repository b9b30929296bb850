import { attemptsStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import { care, createAccount, endSessions, givenAdmin, type Member, rename, setStatus } from "./admins.ts";
import {
  call,
  emailsTo,
  emailTo,
  givenSignedInUser,
  givenUnverifiedUser,
  newPerson,
  signIn,
  tokenIn,
  verify,
} from "./client.ts";
import { knowingAll } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on" });
let admin: Member;
beforeAll(async () => {
  admin = await givenAdmin(product);
});

const isSignedIn = async (token: string) => {
  const asking = { token, headers: await knowingAll(product) };
  return (await call(product.url, "GET /api/auth/me", asking)).status === 200;
};
const resetToken = async (email: string, subject: string) =>
  /reset-password\?token=([A-Za-z0-9_-]+)/.exec((await emailTo(product.url, email, subject)).text)?.[1];
const tryPassword = (email: string, password: string) =>
  call(product.url, "POST /api/auth/login", { body: { email, password } });

it("creates an account whose owner chooses the password by the link of an email", async () => {
  const { url } = product;
  const person = newPerson();
  const created = await createAccount(url, admin, person);
  expect([created.status, created.body.user]).toEqual([
    201,
    expect.objectContaining({ email: person.email, username: person.username, emailVerified: false }),
  ]);
  const token = await resetToken(person.email, "Choose a password");
  const body = { token, newPassword: person.password, confirmPassword: person.password };
  expect((await call(url, "POST /api/auth/reset-password", { body })).status).toBe(200);
  expect(await isSignedIn(await signIn(url, person))).toBe(true);
  const again = await createAccount(url, admin, newPerson({ username: person.username }));
  expect([again.status, again.body.fields ?? again.body.code]).toEqual([409, "username_taken"]);
});

it("sends the owner of a created account one email, whose link works for seven days", {
  tags: ["embedded/moves-clock"],
}, async () => {
  const own = await startInProcess();
  const { url } = own;
  const by = await givenAdmin(own);
  const person = newPerson();
  const { id } = (await createAccount(url, by, person)).body.user;
  const headers = await knowingAll(own);
  const { body: shown } = await call(url, `GET /api/admin/users/${id}`, { token: by.token, headers });
  expect(shown.account).toMatchObject({ hasPassword: false });
  const { text } = await emailTo(url, person.email, "Choose a password");
  const token = /reset-password\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1];
  own.advance(6 * 86_400);
  // Nobody else can have the address or the username meanwhile.
  const other = await call(url, "POST /api/auth/register", { body: newPerson({ username: person.username }) });
  expect(other.status).toBe(409);
  const body = { token, newPassword: person.password, confirmPassword: person.password };
  expect((await call(url, "POST /api/auth/reset-password", { body })).status).toBe(200);
  await emailTo(url, person.email, "password was");
  const subjects = await emailsTo(url, person.email);
  expect(subjects.map(({ subject }) => subject)).not.toContain("Verify your email address");
  await own.remove();
});

it("changes a name, and clears it", async () => {
  const { url } = product;
  const user = await givenSignedInUser(url);
  const act = { by: admin, of: user };
  expect((await rename(url, act, { firstName: "Ada", lastName: "" })).body).toEqual({ message: "User updated" });
  const { body } = await call(url, "GET /api/auth/me", { token: user.token, headers: await knowingAll(product) });
  expect(body.user).toMatchObject({ firstName: "Ada", lastName: null });
  expect(
    (await rename(url, { by: admin, of: { id: crypto.randomUUID() } }, { firstName: "", lastName: "" })).status,
  ).toBe(404);
  expect((await rename(url, act, { firstName: "Ada" })).body.fields).toHaveProperty("lastName");
});

it("ends every session of an account before it answers, and no other", async () => {
  const { url } = product;
  const user = await givenSignedInUser(url);
  const tokens = [user.token, await signIn(url, user, { rememberMe: true })];
  expect((await endSessions(url, { by: admin, of: user })).body).toEqual({ message: "Sessions ended" });
  for (const token of tokens) expect((await call(url, "GET /api/auth/me", { token })).status).toBe(401);
  expect([await isSignedIn(await signIn(url, user)), await isSignedIn(admin.token)]).toEqual([true, true]);
});

it("lifts the wait of an account after wrong passwords, for the right password at once", async () => {
  const { url } = product;
  const user = await givenSignedInUser(url);
  for (let guess = 0; guess < 6; guess++) await tryPassword(user.email, `wrong guess ${guess}`);
  expect((await tryPassword(user.email, user.password)).status).toBe(429);
  expect((await care(url, { by: admin, of: user }, "lift-limits")).body).toEqual({ message: "Limits lifted" });
  expect((await tryPassword(user.email, user.password)).status).toBe(200);
  const lifted = (await product.history(attemptsStream(user.id))).find(({ type }) => type === "AttemptsLifted");
  expect(lifted).toMatchObject({ data: { reason: "admin" }, actor: { kind: "user", id: admin.id } });
});

it("forces a reset: the password and the sessions end at once, and the owner gets a link", async () => {
  const { url } = product;
  const user = await givenSignedInUser(url);
  expect((await care(url, { by: admin, of: user }, "force-reset")).body).toEqual({ message: "Password reset sent" });
  expect((await call(url, "GET /api/auth/me", { token: user.token })).status).toBe(401);
  expect((await tryPassword(user.email, user.password)).status).toBe(401);
  const newPassword = "another horse battery";
  const body = { token: await resetToken(user.email, "Set a new"), newPassword, confirmPassword: newPassword };
  expect((await call(url, "POST /api/auth/reset-password", { body })).status).toBe(200);
  const token = await signIn(url, { ...user, password: newPassword });
  const { body: shown } = await call(url, "GET /api/user/activity", { token, headers: await knowingAll(product) });
  expect(shown.activity.map(({ sentence }: { sentence: string }) => sentence)).toContain("Your password was ended");
});

it("ends the password of a deactivated account without a link, which would not work", async () => {
  const { url } = product;
  const user = await givenSignedInUser(url);
  const act = { by: admin, of: user };
  expect((await setStatus(url, act, false)).status).toBe(200);
  expect((await care(url, act, "force-reset")).body).toEqual({ message: "Password ended" });
  const types = (await product.history(userStream(user.id))).map(({ type }) => type);
  expect(types.slice(-2)).toEqual(["UserDeactivated", "AccountSecured"]);
  expect((await setStatus(url, act, true)).status).toBe(200);
  expect((await tryPassword(user.email, user.password)).status).toBe(401);
});

it("RL-08 sends one account no more than ten emails an hour for one admin", async () => {
  const { url } = product;
  const [user, other] = [await givenSignedInUser(url), await givenSignedInUser(url)];
  const force = (of: Member) => care(url, { by: admin, of }, "force-reset");
  for (let sent = 0; sent < 10; sent++) expect((await force(user)).status).toBe(200);
  const refused = await force(user);
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await endSessions(url, { by: admin, of: user })).status).toBe(200);
  expect((await force(other)).status).toBe(200);
});

it("sends an account that is not verified another link, and says so of one that is", async () => {
  const { url } = product;
  const unverified = await givenUnverifiedUser(url);
  const first = tokenIn(await emailTo(url, unverified.email, "Verify"));
  const sent = await care(url, { by: admin, of: unverified }, "resend-verification");
  expect(sent.body).toEqual({ message: "Verification email sent" });
  await expect.poll(async () => tokenIn(await emailTo(url, unverified.email, "Verify"))).not.toBe(first);
  const forced = await care(url, { by: admin, of: unverified }, "force-reset");
  expect([forced.status, forced.body.code]).toEqual([409, "email_not_verified"]);
  await verify(url, unverified.email);
  const refused = await care(url, { by: admin, of: unverified }, "resend-verification");
  expect([refused.status, refused.body.code]).toEqual([409, "already_verified"]);
});

it("LG-03 AC-03 records who did what to an account, and lets nobody but admins do it", async () => {
  const { url } = product;
  const [user, other] = [await givenSignedInUser(url), await givenSignedInUser(url)];
  const act = { by: other, of: user };
  const refused = [
    await createAccount(url, other),
    await rename(url, act, { firstName: "", lastName: "" }),
    await endSessions(url, act),
    await care(url, act, "lift-limits"),
    await care(url, act, "force-reset"),
    await care(url, act, "resend-verification"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(await isSignedIn(user.token)).toBe(true);

  const asked = { by: admin, of: user };
  const answers = [
    await rename(url, asked, { firstName: "Ada", lastName: "" }),
    await endSessions(url, asked),
    await care(url, asked, "force-reset"),
    await setStatus(url, asked, false),
  ];
  const events = await product.history(userStream(user.id));
  for (const answer of answers) {
    const requestId = answer.headers.get("x-request-id");
    const recorded = events.filter(({ correlationId }) => correlationId === requestId);
    expect(recorded.length).toBeGreaterThan(0);
    for (const { actor, sessionId } of recorded) {
      expect([actor, sessionId]).toEqual([{ kind: "user", id: admin.id }, admin.token.split("_")[1]]);
    }
  }
});
