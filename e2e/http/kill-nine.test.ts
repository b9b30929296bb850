/** @module-tag random */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startStack } from "../start-stack.ts";
import { call, member, newPerson, type Person } from "./client.ts";
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

/** Null if the process was killed before it answered. */
async function asked(...asking: Parameters<typeof call>): Promise<Answer | null> {
  try {
    const answer = await call(...asking);
    answers++;
    return answer;
  } catch (error) {
    if (!stack.process.killed) throw error;
    return null;
  }
}

async function renames(visitor: Visitor): Promise<boolean> {
  const firstName = `n-${randomUUID()}`;
  visitor.open = { firstName };
  const body = { firstName, lastName: "" };
  const answer = await asked(stack.url, "PUT", "/api/user/profile", { token: visitor.token, body });
  if (answer === null) return false;
  expect(answer.status).toBe(200);
  visitor.firstName = firstName;
  return true;
}

async function changesPassword(visitor: Visitor): Promise<boolean> {
  const newPassword = `p-${randomUUID()}`;
  visitor.open = { password: newPassword };
  const body = { currentPassword: visitor.password, newPassword, confirmPassword: newPassword };
  const answer = await asked(stack.url, "PUT", "/api/user/password", { token: visitor.token, body });
  if (answer === null) return false;
  expect(answer.status).toBe(200);
  visitor.password = newPassword;
  return true;
}

async function signsOutAndIn(visitor: Visitor): Promise<boolean> {
  visitor.open = { ended: visitor.token };
  const out = await asked(stack.url, "POST", "/api/auth/logout", { token: visitor.token });
  if (out === null) return false;
  expect(out.status).toBe(200);
  visitor.ended.push(visitor.token);
  visitor.open = {};
  const { email, password } = visitor;
  const back = await asked(stack.url, "POST", "/api/auth/login", { body: { email, password } });
  if (back === null) return false;
  expect(back.status).toBe(200);
  visitor.token = back.body.token;
  return true;
}

async function registers(): Promise<boolean> {
  const person = newPerson();
  const answer = await asked(stack.url, "POST", "/api/auth/register", { body: person });
  if (answer === null) return false;
  expect(answer.status).toBe(201);
  registered.push(person);
  return true;
}

/** Repeats the step until an answer fails to arrive. */
async function goesOn(step: (n: number) => Promise<boolean>): Promise<void> {
  for (let n = 0; await step(n); n++);
}
const busyness = [renames, renames, changesPassword, signsOutAndIn];

/** Signs in with the last acknowledged password, or else with the last requested one, and keeps the one that works. */
async function comesBack(visitor: Visitor): Promise<void> {
  const login = (password: string) =>
    call(stack.url, "POST", "/api/auth/login", { body: { email: visitor.email, password } });
  let back = await login(visitor.password);
  if (back.status === 401 && visitor.open.password) {
    visitor.password = visitor.open.password;
    back = await login(visitor.password);
  }
  expect(back.status, JSON.stringify(visitor.open)).toBe(200);
  visitor.token = back.body.token;
}

async function holds(visitor: Visitor): Promise<void> {
  const headers = await knowingAll(stack);
  const { open, ended, token } = visitor;
  // The previous session is still valid unless its end was requested.
  const me = (token: string) => askUntilUpToDate(() => call(stack.url, "GET", "/api/auth/me", { token, headers }));
  const before = await me(token);
  const gone = open.ended === token || ended.includes(token);
  expect(gone ? [200, 401] : [200]).toContain(before.status);
  await comesBack(visitor);
  const { body } = await me(visitor.token);
  expect([visitor.firstName, ...(open.firstName ? [open.firstName] : [])]).toContain(body.user.firstName);
  visitor.firstName = body.user.firstName;
  for (const dead of ended.splice(0)) {
    expect((await me(dead)).status).toBe(401);
    expect((await call(stack.url, "PUT", "/api/user/profile", { token: dead, body: {} })).status).toBe(401);
  }
  visitor.open = {};
}

it("RE-02 loses nothing that was answered when the process dies by kill -9 at any moment", async () => {
  const members = await Promise.all([member(stack.url), member(stack.url), member(stack.url)]);
  const visitors = members.map((one): Visitor => ({ ...one, firstName: null, ended: [], open: {} }));
  for (let round = 0; round < rounds; round++) {
    const enough = answers + randomInt(3, 25);
    const work = [
      ...visitors.map((visitor, at) => goesOn((n) => (busyness[(n + at) % busyness.length] ?? renames)(visitor))),
      goesOn(registers),
    ];
    await expect.poll(() => answers, { interval: 1 }).toBeGreaterThanOrEqual(enough);
    // At a random moment of the work in progress.
    await wait(randomInt(0, 60));
    await stack.kill();
    await Promise.all(work);
    stack = await stack.restart();
    for (const visitor of visitors) await holds(visitor);
    const newcomers = registered.splice(0);
    for (const { email, password } of newcomers) {
      const login = await call(stack.url, "POST", "/api/auth/login", { body: { email, password } });
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
