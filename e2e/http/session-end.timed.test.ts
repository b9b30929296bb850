import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startAsOperator } from "../start-stack.ts";
import { type Asking, call, givenSignedInUser, newPerson, register, signIn } from "./client.ts";
import { sessionCalls, sessionIdOf } from "./session-calls.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startAsOperator();
});
afterAll(() => stack.remove());

const expectOk = async (method: string, path: string, asking: Asking) => {
  const { status } = await call(stack.url, `${method} ${path}`, asking);
  expect(status).toBe(200);
};
const signedInTwice = async () => {
  const person = await givenSignedInUser(stack.url);
  return { token: person.token, other: await signIn(stack.url, person) };
};

/** Each ends a session and returns its token. */
const ends: Record<string, () => Promise<string>> = {
  "signing out": async () => {
    const { token } = await givenSignedInUser(stack.url);
    await expectOk("POST", "/api/auth/logout", { token });
    return token;
  },
  "signing out by the cookie": async () => {
    const { token } = await givenSignedInUser(stack.url);
    const headers = { cookie: `__Host-session=${token}`, "sec-fetch-site": "same-origin" };
    await expectOk("POST", "/api/auth/logout", { headers });
    return token;
  },
  "signing out of a registration": async () => {
    const { token } = await register(stack.url, newPerson());
    await expectOk("POST", "/api/auth/logout", { token });
    return token;
  },
  "ending another session": async () => {
    const { token, other } = await signedInTwice();
    await expectOk("DELETE", `/api/user/sessions/${sessionIdOf(other)}`, { token });
    return other;
  },
  "ending the current session": async () => {
    const { token } = await givenSignedInUser(stack.url);
    await expectOk("DELETE", `/api/user/sessions/${sessionIdOf(token)}`, { token });
    return token;
  },
  "ending all others": async () => {
    const { token, other } = await signedInTwice();
    await expectOk("DELETE", "/api/user/sessions", { token });
    return other;
  },
};

it.each(Object.entries(ends))(
  "SE-03 SE-05 %s ends it at once for commands, and within a second for reads",
  async (_, end) => {
    const calls = await sessionCalls(stack.url);
    const token = await end();
    const answeredAt = performance.now();
    for (;;) {
      const seen = await calls.statuses(stack.url, token);
      expect(seen.slice(calls.readCount)).toEqual(calls.statusesIfEnded.slice(calls.readCount));
      if (!seen.includes(200)) return expect(seen).toEqual(calls.statusesIfEnded);
      expect(performance.now() - answeredAt).toBeLessThan(1000);
    }
  },
);
