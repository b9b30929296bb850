import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startAsOperator } from "../start-stack.ts";
import { type Asking, call, member, newPerson, register, signIn } from "./client.ts";
import { sessionDoors, sessionIdOf } from "./session-doors.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startAsOperator();
});
afterAll(() => stack.remove());

const ask = async (method: string, path: string, asking: Asking) => {
  const { status } = await call(stack.url, method, path, asking);
  expect(status).toBe(200);
};
const signedInTwice = async () => {
  const person = await member(stack.url);
  return { token: person.token, other: await signIn(stack.url, person) };
};

/** Each ends a session and returns its token. */
const ends: Record<string, () => Promise<string>> = {
  "signing out": async () => {
    const { token } = await member(stack.url);
    await ask("POST", "/api/auth/logout", { token });
    return token;
  },
  "signing out by the cookie": async () => {
    const { token } = await member(stack.url);
    const headers = { cookie: `__Host-session=${token}`, "sec-fetch-site": "same-origin" };
    await ask("POST", "/api/auth/logout", { headers });
    return token;
  },
  "signing out of a registration": async () => {
    const { token } = await register(stack.url, newPerson());
    await ask("POST", "/api/auth/logout", { token });
    return token;
  },
  "ending another session": async () => {
    const { token, other } = await signedInTwice();
    await ask("DELETE", `/api/user/sessions/${sessionIdOf(other)}`, { token });
    return other;
  },
  "ending the current session": async () => {
    const { token } = await member(stack.url);
    await ask("DELETE", `/api/user/sessions/${sessionIdOf(token)}`, { token });
    return token;
  },
  "ending all others": async () => {
    const { token, other } = await signedInTwice();
    await ask("DELETE", "/api/user/sessions", { token });
    return other;
  },
};

it.each(Object.entries(ends))(
  "SE-03 SE-05 %s ends it at once for commands, and within a second for reads",
  async (_, end) => {
    const doors = await sessionDoors(stack.url);
    const token = await end();
    const answeredAt = performance.now();
    for (;;) {
      const seen = await doors.statuses(stack.url, token);
      expect(seen.slice(doors.reading)).toEqual(doors.dead.slice(doors.reading));
      if (!seen.includes(200)) return expect(seen).toEqual(doors.dead);
      expect(performance.now() - answeredAt).toBeLessThan(1000);
    }
  },
);
