import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stack, startStack } from "../start-stack.ts";
import { call, member, type Person, signIn } from "./client.ts";

const hour = 3600;
const preload = `--import=${new URL("../shifted-clock.ts", import.meta.url)}`;

let stack: Stack;
let person: Person & { token: string };
beforeAll(async () => {
  stack = await startStack({ RATE_LIMITS: "off", NODE_OPTIONS: preload, CLOCK_OFF_SECONDS: "0" });
  person = await member(stack.url);
});
afterAll(() => stack.remove());

/** Ends the process and starts it on the same folder with a clock that is off by so much. */
const goesOnAt = async (seconds: number, more: Record<string, string> = {}) => {
  await stack.stop();
  stack = await stack.restart({ CLOCK_OFF_SECONDS: String(seconds), ...more });
};
const reads = async (token: string) => (await call(stack.url, "GET", "/api/auth/me", { token })).status;
const writes = async (token: string) => (await call(stack.url, "PUT", "/api/user/profile", { token, body: {} })).status;
const works = async () => {
  const newcomer = await member(stack.url);
  expect([await reads(newcomer.token), await writes(newcomer.token)]).toEqual([200, 400]);
  expect((await fetch(`${stack.url}/health/ready`)).status).toBe(200);
};

describe("RE-50 a machine's clock", () => {
  it("may stand in any time zone, also where an hour is skipped: nobody is signed out", async () => {
    for (const TZ of ["Pacific/Kiritimati", "America/St_Johns"]) {
      await goesOnAt(0, { TZ });
      expect(await reads(person.token)).toBe(200);
    }
  });

  it("may jump two hours ahead: what is over is over, and everything goes on", async () => {
    await goesOnAt(2 * hour);
    expect(await reads(person.token)).toBe(401);
    await works();
  });

  it("may be set back two hours between two starts: nothing that was over comes alive, and the operator reads why", async () => {
    await goesOnAt(0);
    // That it was over was never noted: the newest event alone tells how late it was.
    expect([await reads(person.token), await writes(person.token)]).toEqual([401, 401]);
    expect(stack.output()).toMatch(/newest event is of .* minutes ahead of this machine's clock: going on from there/);
    await works();
  });

  it("may be wrong by a year: sessions of the future are over, new ones live, and the operator reads it", async () => {
    const later = await signIn(stack.url, person, { rememberMe: true });
    await goesOnAt(-365 * 24 * hour);
    expect([await reads(later), await writes(later)]).toEqual([401, 401]);
    expect(stack.output()).toMatch(/minutes ahead of this machine's clock: one of them is wrong/);
    const { token } = await member(stack.url);
    expect([await reads(token), await writes(token)]).toEqual([200, 400]);
    expect(await signIn(stack.url, person)).toMatch(/^ats_/);
    await works();
  });
});
