import { randomUUID } from "node:crypto";
import { attemptsStream, secondFactorsStream, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin, setRoles, setStatus } from "./admins.ts";
import { type Answered, call, givenSignedInUser, givenUnverifiedUser, signIn } from "./client.ts";
import { codes, rounds, times } from "./races.ts";
import { enableTotp, signInWith } from "./second-factors.ts";
import { knowingAll } from "./stored-log.ts";

const product = ownProductScene();

const isSignedIn = async ({ token }: { token: string }): Promise<boolean[]> => {
  const read = await call(product.url, "GET /api/auth/me", { token, headers: await knowingAll(product) });
  const write = await call(product.url, "PUT /api/user/profile", { token, body: {} });
  return [read.status === 200, write.status === 400];
};

it("AC-03 answers everyone who is not an admin with 403, and without data", async () => {
  const { url } = product;
  const [user, other] = [await givenSignedInUser(url), await givenSignedInUser(url)];
  for (const answer of [
    await setStatus(url, { by: user, of: other }, false),
    await setRoles(url, { by: user, of: user }, { isAdmin: true }),
  ]) {
    expect([answer.status, answer.body]).toEqual([403, { code: "forbidden", message: "Your account may not do this" }]);
  }
  expect(await isSignedIn(other)).toEqual([true, true]);
});

it("SE-06 ends every session of a deactivated account before it answers, and activating it revives none", async () => {
  const { url } = product;
  const [admin, user] = [await givenAdmin(product), await givenSignedInUser(url)];
  const tokens = [user.token, await signIn(url, user, { rememberMe: true })];

  const deactivated = await setStatus(url, { by: admin, of: user }, false);
  expect([deactivated.status, deactivated.body]).toEqual([200, { message: "User status updated" }]);
  for (const token of tokens) {
    expect((await call(url, "GET /api/auth/me", { token })).status).toBe(401);
    expect((await call(url, "PUT /api/user/profile", { token, body: {} })).status).toBe(401);
  }
  const refused = await call(url, "POST /api/auth/login", { body: { email: user.email, password: user.password } });
  expect([refused.status, refused.body.code]).toEqual([401, "invalid_credentials"]);

  expect((await setStatus(url, { by: admin, of: user }, true)).status).toBe(200);
  for (const token of tokens) expect(await isSignedIn({ token })).toEqual([false, false]);
  expect(await isSignedIn({ token: await signIn(url, user) })).toEqual([true, true]);
});

it("AC-03 sets roles, which the account's sessions have at once, and answers 404 for an account that does not exist", async () => {
  const { url } = product;
  const [admin, user] = [await givenAdmin(product), await givenSignedInUser(url)];
  const changed = await setRoles(url, { by: admin, of: user }, { isAdmin: true, isPro: true });
  expect([changed.status, changed.body]).toEqual([200, { message: "User roles updated" }]);
  const { body } = await call(url, "GET /api/auth/me", { token: user.token, headers: await knowingAll(product) });
  expect(body.user).toMatchObject({ isAdmin: true, isDeveloper: false, isPro: true });
  expect((await setStatus(url, { by: user, of: { id: randomUUID() } }, false)).status).toBe(404);
  expect((await setRoles(url, { by: user, of: { id: randomUUID() } }, {})).body.code).toBe("not_found");
  expect((await setRoles(url, { by: admin, of: user }, {})).status).toBe(200);
  expect((await setStatus(url, { by: user, of: admin }, false)).status).toBe(403);
});

it("AC-05 makes no admin of an account whose address nobody has verified", async () => {
  const { url } = product;
  const [admin, unverified] = [await givenAdmin(product), await givenUnverifiedUser(url)];
  const refused = await setRoles(url, { by: admin, of: unverified }, { isAdmin: true });
  expect([refused.status, refused.body.code]).toEqual([409, "email_not_verified"]);
  expect((await setRoles(url, { by: admin, of: unverified }, { isPro: true })).status).toBe(200);
});

it("LG-03 records changes of status and roles with who asked, when, from where and in which request", async () => {
  const { url } = product;
  const [admin, user] = [await givenAdmin(product), await givenSignedInUser(url)];
  const answers = [
    await setStatus(url, { by: admin, of: user }, false),
    await setStatus(url, { by: admin, of: user }, true),
    await setRoles(url, { by: admin, of: user }, { isDeveloper: true }),
  ];
  const events = (await product.history(userStream(user.id))).slice(-3);
  expect(events.map(({ type }) => type)).toEqual(["UserDeactivated", "UserActivated", "RolesChanged"]);
  for (const [index, event] of events.entries()) {
    expect(event).toMatchObject({
      actor: { kind: "user", id: admin.id },
      sessionId: admin.token.split("_")[1],
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
      correlationId: answers[index]?.headers.get("x-request-id"),
    });
    expect(Math.abs(event.recordedAt.getTime() - Date.now())).toBeLessThan(60_000);
  }
});

it("LG-03 records sign-ins, wrong passwords and changes of second factors with who, when, from where and in which request", async () => {
  const { url } = product;
  const user = await givenSignedInUser(url);
  const wrong = await signInWith(url, { ...user, password: "wrong" });
  const right = await signInWith(url, user);
  await enableTotp(url, right.body.token, product.now());
  const disabled = await call(url, "POST /api/auth/2fa/disable", { token: right.body.token });
  expect([wrong.status, right.status, disabled.status]).toEqual([401, 200, 200]);

  const sessionId = right.body.token.split("_")[1];
  const all = await Promise.all(
    [attemptsStream(user.id), sessionStream(sessionId), secondFactorsStream(user.id)].map(product.history),
  );
  const events = all.flat();
  const expected = [
    ["WrongPasswordGiven", { kind: "anyone", id: "" }, wrong],
    ["SessionStarted", { kind: "anyone", id: "" }, right],
    ["TwoFactorEnabled", { kind: "user", id: user.id }, null],
    ["TwoFactorDisabled", { kind: "user", id: user.id }, disabled],
  ] as const;
  for (const [type, actor, answer] of expected) {
    const event = events.find((event) => event.type === type);
    expect(event, type).toMatchObject({ actor, ip: expect.stringMatching(/127\.0\.0\.1|::1/) });
    expect(event?.correlationId, type).toMatch(/^[0-9a-f-]{36}$/);
    if (answer) expect(event?.correlationId, type).toBe(answer.headers.get("x-request-id"));
    expect(Math.abs((event?.recordedAt.getTime() ?? 0) - product.now().getTime())).toBeLessThan(60_000);
  }
});

it("RC-08 leaves no session of an account that is deactivated while it signs in", async () => {
  const { url } = product;
  const admin = await givenAdmin(product);
  for (let round = 0; round < rounds; round++) {
    const { email, password, id } = await givenSignedInUser(url);
    const login = () => call(url, "POST /api/auth/login", { body: { email, password } });
    let isAcknowledged = false;
    const signIns = times(5, async () => {
      const answers: Answered[] = [];
      while (!isAcknowledged) answers.push(await login());
      return answers;
    });
    const acknowledged = await setStatus(url, { by: admin, of: { id } }, false).finally(() => (isAcknowledged = true));
    const after = await Promise.all(times(3, login));
    const during = (await Promise.all(signIns)).flat();

    expect(acknowledged.status).toBe(200);
    expect(codes(after)).toEqual({ "401 invalid_credentials": 3 });
    const tokens = during.flatMap(({ body }) => (body.token ? [String(body.token)] : []));
    for (const token of tokens) expect(await isSignedIn({ token })).toEqual([false, false]);
    await setStatus(url, { by: admin, of: { id } }, true);
    for (const token of tokens) expect(await isSignedIn({ token })).toEqual([false, false]);
  }
});
