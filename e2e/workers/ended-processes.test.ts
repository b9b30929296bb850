import { afterEach, beforeEach, expect, it } from "vitest";
import { call, givenSignedInUser } from "../http/client.ts";
import { heldBack } from "../http/wire.ts";
import type { Stack } from "../start-stack.ts";
import { startStackWithWorkers, workersOf } from "./start-with-workers.ts";

let stack: Stack;
beforeEach(async () => {
  stack = await startStackWithWorkers();
});
afterEach(() => stack.remove());

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const meOf = (token: string) => call(stack.url, "GET /api/auth/me", { token, headers: { connection: "close" } });

it("RE-61 starts a worker again that was killed, while the others answer", async () => {
  const { token } = await givenSignedInUser(stack.url);
  const [first = 0, second = 0] = workersOf(stack);
  process.kill(first, "SIGKILL");
  await expect.poll(() => workersOf(stack).filter((pid) => pid !== first && pid !== second)).toHaveLength(1);
  await expect.poll(() => stack.output()).toContain("worker ended, starting another");
  process.kill(second, "SIGKILL");
  // Until the new one accepts connections, nobody does.
  await expect.poll(() => meOf(token).then(({ status }) => status, String)).toBe(200);
  await expect.poll(() => workersOf(stack)).toHaveLength(2);
});

it("RE-61 ends the workers with a killed owner, and the next start has all that was answered", async () => {
  const { token } = await givenSignedInUser(stack.url);
  const workers = workersOf(stack);
  await stack.kill();
  await expect.poll(() => workers.some(isAlive)).toBe(false);
  stack = await stack.restart();
  expect((await meOf(token)).status).toBe(200);
});

it("RE-51 RE-61 answers what has begun after SIGTERM to all processes, and ends them all", async () => {
  const { token } = await givenSignedInUser(stack.url);
  const workers = workersOf(stack);
  const body = JSON.stringify({ firstName: "Late", lastName: "" });
  const finish = await heldBack(stack.url, "PUT /api/user/profile", { token, body });
  for (const pid of workers) process.kill(pid, "SIGTERM");
  const stopped = stack.stop();
  await expect.poll(() => meOf(token).then(String, () => "refused")).toBe("refused");
  expect(await finish()).toBe(200);
  expect([await stopped, workers.some(isAlive)]).toEqual([0, false]);
});
