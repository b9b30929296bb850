/** @module-tag embedded/moves-clock */
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { startStack } from "../start-stack.ts";
import { call, givenSignedInUser, type Person, signIn } from "./client.ts";

const hour = 3600;
/** Several products use it in turn. */
const dataDir = temporaryFolder();

let person: Person & { token: string };
beforeAll(() =>
  onClockOffBy(0, async (url) => {
    person = await givenSignedInUser(url);
  }),
);

/** Runs `work` on a product whose clock is ahead by `seconds`. */
async function onClockOffBy(seconds: number, work: (url: string) => Promise<void>): Promise<void> {
  const product = await startInProcess({ DATA_DIR: dataDir });
  product.advance(seconds);
  await work(product.url).finally(product.remove);
}
/** Runs `work` on a separate process with the machine's clock. */
async function onMachinesClock(
  work: (url: string, output: () => string) => Promise<void>,
  env = { TZ: "America/St_Johns" },
): Promise<void> {
  const stack = await startStack(env, dataDir);
  await work(stack.url, stack.output).finally(stack.stop);
}

const reads = async (url: string, token: string) => (await call(url, "GET /api/auth/me", { token })).status;
const writes = async (url: string, token: string) =>
  (await call(url, "PUT /api/user/profile", { token, body: {} })).status;
const both = async (url: string, token: string) => [await reads(url, token), await writes(url, token)];
const expectServing = async (url: string) => {
  const newcomer = await givenSignedInUser(url);
  expect(await both(url, newcomer.token)).toEqual([200, 400]);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
};

describe("RE-50 a change of the machine's clock", () => {
  it("to another time zone signs no user out", () =>
    onMachinesClock(
      async (url) => {
        expect(await reads(url, person.token)).toBe(200);
      },
      { TZ: "Pacific/Kiritimati" },
    ));

  it("by two hours ahead expires sessions and keeps the service working", () =>
    onClockOffBy(2 * hour, async (url) => {
      expect(await reads(url, person.token)).toBe(401);
      await expectServing(url);
    }));

  it("by two hours back between two starts revives nothing expired, and logs a warning", () =>
    onMachinesClock(async (url, output) => {
      // No event recorded the session's expiry: only the time of the newest event shows it.
      expect(await both(url, person.token)).toEqual([401, 401]);
      expect(output()).toMatch(/newest event is of .* minutes ahead.*system clock behind the event log/);
      await expectServing(url);
    }));

  it("by a year back expires sessions of the future, accepts new ones, and logs a warning", async () => {
    let later = "";
    await onClockOffBy(365 * 24 * hour, async (url) => {
      later = await signIn(url, person, { rememberMe: true });
    });
    await onMachinesClock(async (url, output) => {
      expect(await both(url, later)).toEqual([401, 401]);
      expect(output()).toMatch(/minutes ahead.*event log ahead of the system clock/);
      const { token } = await givenSignedInUser(url);
      expect(await both(url, token)).toEqual([200, 400]);
      expect(await signIn(url, person)).toMatch(/^ats_/);
      await expectServing(url);
    });
  });
});
