/** @module-tag random */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterAll, expect, it } from "vitest";
import { call, givenSignedInUser, newPerson } from "../http/client.ts";
import { violations } from "../invariants/violations.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { freePort, main, type Stack, startAsOperator, startStack } from "../start-stack.ts";

const stacks: (Stack | InProcess)[] = [];
afterAll(async () => {
  for (const stack of stacks) await stack.remove();
});
const start = async (by = startStack) => {
  const stack = await by();
  stacks.push(stack);
  return stack;
};

/** Starts again on the folder. */
async function startOn(dataDir: string): Promise<InProcess> {
  const product = await startInProcess({ DATA_DIR: dataDir });
  // Before its folder is removed.
  stacks.unshift(product);
  return product;
}

/** Sends requests until the server accepts no more connections; collects every status. @throws if an answer breaks off */
async function asksForever(stack: Stack, token: string, statuses: number[]): Promise<void> {
  for (let n = 0; ; n++) {
    const body = { firstName: `n${n}`, lastName: "" };
    const answer = await call(stack.url, "PUT /api/user/profile", { token, body }).catch((error) => {
      const { code } = error.cause ?? {};
      // The connection was refused, or an idle connection was closed before a request was sent on it.
      if (["ECONNREFUSED", "UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code)) return null;
      throw error;
    });
    if (answer === null) return;
    statuses.push(answer.status);
  }
}

/** Sends a registration. Resolves once the whole request is sent over an open connection; `status` resolves with its answer. */
async function registering(stack: Stack): Promise<{ status: Promise<number> }> {
  const headers = { "content-type": "application/json" };
  const asked = request(`${stack.url}/api/auth/register`, { method: "POST", headers, agent: false });
  const status = once(asked, "response").then(([answer]) => answer.resume().statusCode);
  asked.end(JSON.stringify(newPerson()));
  await once(asked, "finish");
  return { status };
}

it("RE-51 answers every request in progress at SIGTERM under load, and ends with 0", async () => {
  // Hashing a password takes time, so there is work to wait for.
  const stack = await start(startAsOperator);
  // One client per person: concurrent changes to the same account may get a conflict.
  const people = await Promise.all(Array.from({ length: 8 }, () => givenSignedInUser(stack.url)));
  const statuses: number[] = [];
  const load = people.map(({ token }) => asksForever(stack, token, statuses));
  await expect.poll(() => statuses.length).toBeGreaterThan(people.length);
  // Slow requests that are in progress when the signal arrives: each hashes a password.
  const slow = await Promise.all(Array.from({ length: 4 }, () => registering(stack)));
  expect(await stack.stop()).toBe(0);
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual([201, 201, 201, 201]);
  await Promise.all(load);
  expect(statuses.length).toBeGreaterThan(8);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Every accepted request got its answer: the clients received as many as the service logged.
  expect(stack.output().match(/"method":"PUT"/g)).toHaveLength(statuses.length);
  await startOn(stack.dataDir);
  await expect.poll(() => violations(stack.dataDir, {})).toEqual([]);
});

it("RE-51 ends at SIGTERM when its output is no longer read", async () => {
  const stack = await start();
  stack.process.stdout?.destroy();
  stack.process.stderr?.destroy();
  stack.process.kill("SIGTERM");
  await once(stack.process, "exit");
  expect(stack.process.exitCode).toBe(0);
});

it("RE-51 ends with 1 at a second SIGTERM, without waiting for requests", async () => {
  const stack = await start();
  // A request whose body never arrives keeps the first SIGTERM waiting.
  const { port, host } = new URL(stack.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  // Once the first is answered, the second was accepted too: both arrive in one write.
  socket.write(
    `GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\nPOST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  );
  await once(socket, "data");
  stack.process.kill("SIGTERM");
  await expect.poll(() => stack.output()).toContain('"shutdown started"');
  expect(stack.process.exitCode).toBeNull();
  stack.process.kill("SIGTERM");
  await once(stack.process, "exit");
  expect(stack.process.exitCode).toBe(1);
  socket.destroy();
});

/** The next start catches up from the first event. */
function forgetReadModels(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith("read-models")) rmSync(join(dataDir, name));
}

/** Milliseconds after the start. */
const moments = process.env.FULL_RUN === "1" ? [20, 60, 120, 180, 240, 300, 400, 550] : [20, 180, 400];

const dataDir = temporaryFolder();

it("RE-52 starts again with all its data after SIGTERM at any moment of a start or a rebuild", async () => {
  const first = await startOn(dataDir);
  const person = await givenSignedInUser(first.url);
  await first.remove();
  for (const ms of moments) {
    forgetReadModels(dataDir);
    const env = { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir, NODE_ENV: "test" };
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    await wait(ms);
    child.kill("SIGTERM");
    const [code, signal] = await once(child, "exit");
    // Before it handles signals there is nothing to drain, and the system ends it.
    expect([0, null], said).toContain(code);
    expect(code === 0 || signal === "SIGTERM").toBe(true);
    expect(said).toBe("");
  }
  const again = await startOn(dataDir);
  const { email, password } = person;
  expect((await call(again.url, "POST /api/auth/login", { body: { email, password } })).status).toBe(200);
  await expect.poll(() => violations(dataDir, {})).toEqual([]);
});
