/**
 * @module-tag random
 * @module-tag embedded/one-process
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startStack } from "../start-stack.ts";
import { call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ RATE_LIMITS: "off" });
});
afterAll(() => stack.remove());

type Answer = Awaited<ReturnType<typeof call>>;

/** The answers that one visitor received, and the last request without an answer. */
interface Visitor extends Person {
  id: string;
  token: string;
  firstName: string | null;
  /** Tokens whose sign-out was answered. */
  ended: string[];
  /** The last unanswered request: it may have been carried out or not. */
  open: { firstName?: string; password?: string; ended?: string };
}

/** People whose registration was answered; the others may exist or not. */
const registered: Person[] = [];

const rounds = process.env.FULL_RUN === "1" ? 20 : 2;
let answers = 0;

/** Null if the process was killed before it answered. @throws if it answered with another status */
async function ask(status: number, ...asking: Parameters<typeof call>): Promise<Answer | null> {
  try {
    const answer = await call(...asking);
    answers++;
    if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  } catch (error) {
    if (!stack.process.killed) throw error;
    return null;
  }
}

async function rename(visitor: Visitor): Promise<boolean> {
  const firstName = `n-${randomUUID()}`;
  visitor.open = { firstName };
  const body = { firstName, lastName: "" };
  const answer = await ask(200, stack.url, "PUT /api/user/profile", { token: visitor.token, body });
  if (answer === null) return false;
  visitor.firstName = firstName;
  return true;
}

async function changePassword(visitor: Visitor): Promise<boolean> {
  const newPassword = `p-${randomUUID()}`;
  visitor.open = { password: newPassword };
  const body = { currentPassword: visitor.password, newPassword, confirmPassword: newPassword };
  const answer = await ask(200, stack.url, "PUT /api/user/password", { token: visitor.token, body });
  if (answer === null) return false;
  visitor.password = newPassword;
  return true;
}

async function signOutAndIn(visitor: Visitor): Promise<boolean> {
  visitor.open = { ended: visitor.token };
  const out = await ask(200, stack.url, "POST /api/auth/logout", { token: visitor.token });
  if (out === null) return false;
  visitor.ended.push(visitor.token);
  visitor.open = {};
  const { email, password } = visitor;
  const back = await ask(200, stack.url, "POST /api/auth/login", { body: { email, password } });
  if (back === null) return false;
  visitor.token = back.body.token;
  return true;
}

async function registerOne(): Promise<boolean> {
  const person = newPerson();
  const answer = await ask(201, stack.url, "POST /api/auth/register", { body: person });
  if (answer === null) return false;
  registered.push(person);
  return true;
}

/** Repeats the step until an answer fails to arrive. */
async function repeatUntilKilled(step: (n: number) => Promise<boolean>): Promise<void> {
  for (let n = 0; await step(n); n++);
}
const actions = [rename, rename, changePassword, signOutAndIn];

/** Signs in with the last acknowledged password, or else with the last requested one, and keeps the one that works. */
async function expectSignIn(visitor: Visitor): Promise<void> {
  const login = (password: string) =>
    call(stack.url, "POST /api/auth/login", { body: { email: visitor.email, password } });
  let back = await login(visitor.password);
  if (back.status === 401 && visitor.open.password) {
    visitor.password = visitor.open.password;
    back = await login(visitor.password);
  }
  expect(back.status, JSON.stringify(visitor.open)).toBe(200);
  visitor.token = back.body.token;
}

async function expectAcknowledged(visitor: Visitor): Promise<void> {
  const headers = await knowingAll(stack);
  const { open, ended, token } = visitor;
  // The previous session is still valid unless its end was requested.
  const me = (token: string) => askUntilUpToDate(() => call(stack.url, "GET /api/auth/me", { token, headers }));
  const before = await me(token);
  const gone = open.ended === token || ended.includes(token);
  expect(gone ? [200, 401] : [200]).toContain(before.status);
  await expectSignIn(visitor);
  const { body } = await me(visitor.token);
  expect([visitor.firstName, ...(open.firstName ? [open.firstName] : [])]).toContain(body.user.firstName);
  visitor.firstName = body.user.firstName;
  for (const dead of ended.splice(0)) {
    expect((await me(dead)).status).toBe(401);
    expect((await call(stack.url, "PUT /api/user/profile", { token: dead, body: {} })).status).toBe(401);
  }
  visitor.open = {};
}

it("RE-02 keeps everything acknowledged when kill -9 ends the process at any moment", async () => {
  const members = await Promise.all([
    givenSignedInUser(stack.url),
    givenSignedInUser(stack.url),
    givenSignedInUser(stack.url),
  ]);
  const visitors = members.map((one): Visitor => ({ ...one, firstName: null, ended: [], open: {} }));
  for (let round = 0; round < rounds; round++) {
    const enough = answers + randomInt(3, 25);
    const work = [
      ...visitors.map((visitor, at) =>
        repeatUntilKilled((n) => (actions[(n + at) % actions.length] ?? rename)(visitor)),
      ),
      repeatUntilKilled(registerOne),
    ];
    await expect.poll(() => answers, { interval: 1 }).toBeGreaterThanOrEqual(enough);
    // At a random moment of the work in progress.
    await wait(randomInt(0, 60));
    await stack.kill();
    await Promise.all(work);
    stack = await stack.restart();
    for (const visitor of visitors) await expectAcknowledged(visitor);
    const newcomers = registered.splice(0);
    for (const { email, password } of newcomers) {
      const login = await call(stack.url, "POST /api/auth/login", { body: { email, password } });
      expect([login.status, login.body.code]).toEqual([403, "email_not_verified"]);
    }
  }
  const all = await storedEvents(stack);
  expect(new Set(all.map(({ position }) => position)).size).toBe(all.length);
  for (const [stream, rows] of Map.groupBy(all, (row) => row.stream)) {
    expect(
      rows.map(({ version }) => version),
      stream,
    ).toEqual(rows.map((_, at) => at + 1));
  }
  for (const { id } of visitors)
    expect(all.filter(({ stream }) => stream === userStream(id)).length).toBeGreaterThan(2);
});
