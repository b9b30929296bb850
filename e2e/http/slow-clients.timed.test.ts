import { readdirSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { residentMb } from "../process-memory.ts";
import { slowClients } from "../stand-ins/slow-clients.ts";
import { type Stack, startAsOperator } from "../start-stack.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";

let stack: Stack;
let person: Person;
beforeAll(async () => {
  stack = await startAsOperator({ LOG_LEVEL: "error" });
  person = await givenSignedInUser(stack.url);
  // Memory for hashing and for the first page is never released, so it does not count as a cost of slow clients.
  await expectServed(1);
});
afterAll(() => stack.remove());

/** Checks that other clients are served well before a slow client is closed; returns their number. */
async function expectServed(seconds: number): Promise<number> {
  let served = 0;
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await wait(200)) {
    const startedAt = performance.now();
    const { email, password } = person;
    expect((await call(stack.url, "POST /api/auth/login", { body: { email, password } })).status).toBe(200);
    expect((await fetch(`${stack.url}/`)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(6000);
    served++;
  }
  return served;
}

/** The largest file of the web app. */
function largestAsset(): string {
  const assets = fileURLToPath(new URL("../../web/dist/assets/", import.meta.url));
  const files = readdirSync(assets).toSorted((a, b) => statSync(assets + b).size - statSync(assets + a).size);
  return `/assets/${files[0]}`;
}

/** A busy machine is sometimes slow; a service that slow clients block would be slow every time. */
const busyMachine = { timeout: 60_000 };

it.concurrent(
  "HT-01 serves other clients while 500 heads and 500 bodies do not arrive, and closes those within 10 s",
  busyMachine,
  async () => {
    const before = residentMb(stack);
    const heads = slowClients("heads", stack.url, { path: "/api/auth/me", count: 500, seconds: 11 });
    const bodies = slowClients("bodies", stack.url, { path: "/api/auth/login", count: 500, seconds: 11 });
    await Promise.all([heads.begun(), bodies.begun()]);
    expect(await expectServed(6)).toBeGreaterThan(2);
    expect(residentMb(stack) - before).toBeLessThan(100);
    for (const outcome of await Promise.all([heads.outcome(), bodies.outcome()])) {
      expect(outcome).toMatchObject({ closed: 500, open: 0 });
      expect(outcome.longestMs).toBeLessThan(10_000);
    }
  },
);

it.concurrent(
  "HT-01 closes clients within 10 s that request much and do not read it, and serves others",
  busyMachine,
  async () => {
    const readers = slowClients("readers", stack.url, { path: largestAsset(), count: 12, seconds: 12 });
    await readers.begun();
    expect(await expectServed(3)).toBeGreaterThan(0);
    expect(await readers.outcome()).toMatchObject({ closed: 12, open: 0 });
  },
);

it("HT-01 answers a thousand ranges with the file or a refusal, at no extra cost", async () => {
  const range = `bytes=0-${Array.from({ length: 1000 }, (_, at) => `,5-${at}`).join("")}`;
  const before = residentMb(stack);
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const answer = await fetch(stack.url + largestAsset(), { headers: { range } });
      return [answer.status, (await answer.arrayBuffer()).byteLength] as const;
    }),
  );
  for (const [status] of answers) expect([200, 416]).toContain(status);
  expect(residentMb(stack) - before).toBeLessThan(100);
});
