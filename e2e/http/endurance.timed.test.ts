import { afterEach, expect, it } from "vitest";
import { openHandles, residentMb } from "../process-memory.ts";
import { type Stack, startAsOperator } from "../start-stack.ts";
import { call, givenSignedInUser } from "./client.ts";

// With fewer, the caches are still filling while memory is measured.
const requests = 100_000;
const atOnce = 16;
const parts = 6;

let stack: Stack;
afterEach(() => stack.remove());

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it("RE-55 keeps memory and open files bounded over many requests", async () => {
  // A heap of 64 MiB fills again and again, so garbage is collected and what remains is a leak.
  stack = await startAsOperator({
    LOG_LEVEL: "error",
    NODE_OPTIONS: "--max-old-space-size=64 --max-semi-space-size=2",
  });
  const people = await Promise.all(Array.from({ length: atOnce }, () => givenSignedInUser(stack.url)));
  const ask = async (n: number, { token }: { token: string }) => {
    if (n % 10 === 0) {
      const body = { firstName: `n${n}`, lastName: "" };
      return (await call(stack.url, "PUT /api/user/profile", { token, body })).status;
    }
    const path = n % 7 === 0 ? "/api/user/sessions" : "/api/auth/me";
    return (await call(stack.url, `GET ${path}`, { token })).status;
  };
  let asked = 0;
  const someMore = async (count: number) => {
    const until = asked + count;
    const expectAnswered = async (person: { token: string }) => {
      while (asked < until) expect(await ask(asked++, person)).toBe(200);
    };
    await Promise.all(people.map(expectAnswered));
  };
  const memory: number[] = [];
  await someMore(requests / 2);
  const handles = openHandles(stack);
  for (let part = 0; part < 2 * parts; part++) {
    await someMore(requests / (2 * parts));
    memory.push(residentMb(stack));
  }
  expect(middle(memory.slice(parts)) / middle(memory.slice(0, parts)), memory.map(Math.round).join()).toBeLessThan(
    1.05,
  );
  expect(Math.max(...memory)).toBeLessThan(300);
  expect(openHandles(stack)).toBeLessThanOrEqual(handles + atOnce);
}, 900_000);
