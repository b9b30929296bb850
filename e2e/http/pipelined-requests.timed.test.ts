import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { residentMb } from "../process-memory.ts";
import { slowClients } from "../stand-ins/slow-clients.ts";
import { type Stack, startAsOperator } from "../start-stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startAsOperator({ LOG_LEVEL: "warn" });
});
afterAll(() => stack.remove());

it("A1 stays under 300 MB and answers others within a second while 200 clients pipeline and never read", async () => {
  const attack = slowClients("pipeliners", stack.url, { path: "/openapi.json", count: 200, seconds: 30 });
  let largestMb = 0;
  let longestMs = 0;
  for (const until = Date.now() + 25_000; Date.now() < until; await wait(50)) {
    const startedAt = performance.now();
    expect((await fetch(`${stack.url}/health/live`)).status).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    largestMb = Math.max(largestMb, residentMb(stack));
  }
  process.stdout.write(`A1: ${Math.round(largestMb)} MB at most, ${Math.round(longestMs)} ms at most\n`);
  expect(largestMb).toBeLessThan(300);
  expect(longestMs).toBeLessThan(1_000);
  expect(await attack.outcome()).toMatchObject({ closed: 200, open: 0 });
});
