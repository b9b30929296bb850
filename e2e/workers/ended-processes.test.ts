import { afterEach, beforeEach, expect, it } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { heldBack } from "../http/wire.ts";
import type { Stack } from "../start-stack.ts";
import { startStackWithWorkers, workersOf } from "./start-with-workers.ts";

let stack: Stack;
beforeEach(async () => {
  stack = await startStackWithWorkers();
  await allStarted();
});
afterEach(() => stack.remove());

/** The first worker answers before the last one has started. */
const allStarted = () => expect.poll(() => stack.output()).toContain("Attestory is ready at");
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Undefined if there is no answer: a connection may be handed to a worker that is being killed. */
const statusOf = (token: string): Promise<number | undefined> =>
  fetch(`${stack.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}`, connection: "close" },
    signal: AbortSignal.timeout(2000),
  }).then(
    ({ status }) => status,
    () => undefined,
  );

it("RE-61 starts a worker again that was killed, while the others answer", async () => {
  const { token } = await givenSignedInUser(stack.url);
  const [first = 0, second = 0] = workersOf(stack);
  process.kill(first, "SIGKILL");
  await expect.poll(() => workersOf(stack).filter((pid) => pid !== first && pid !== second)).toHaveLength(1);
  await expect.poll(() => stack.output()).toContain("worker ended, starting another");
  process.kill(second, "SIGKILL");
  // Until the new one accepts connections, nobody does.
  await expect.poll(() => statusOf(token)).toBe(200);
  await expect.poll(() => workersOf(stack)).toHaveLength(2);
});

it("RE-61 ends the workers with a killed owner, and the next start has all that was answered", async () => {
  const { token } = await givenSignedInUser(stack.url);
  const workers = workersOf(stack);
  await stack.kill();
  await expect.poll(() => workers.some(isAlive)).toBe(false);
  stack = await stack.restart();
  await allStarted();
  expect(await statusOf(token), stack.output()).toBe(200);
});

it("RE-51 RE-61 answers what has begun after SIGTERM to all processes, and ends them all", async () => {
  const { token } = await givenSignedInUser(stack.url);
  const workers = workersOf(stack);
  const body = JSON.stringify({ firstName: "Late", lastName: "" });
  const finish = await heldBack(stack.url, "PUT /api/user/profile", { token, body });
  for (const pid of workers) process.kill(pid, "SIGTERM");
  const stopped = stack.stop();
  await expect.poll(() => statusOf(token)).toBe(undefined);
  expect(await finish()).toBe(200);
  expect([await stopped, workers.some(isAlive)], stack.output()).toEqual([0, false]);
});
