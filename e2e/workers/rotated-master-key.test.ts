/** @module-tag embedded/one-process */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "@attestory/standalone/testing/run-cli.ts";
import { expect, it, onTestFinished } from "vitest";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { compileCache } from "../start-stack.ts";
import { startStackWithWorkers } from "./start-with-workers.ts";

it("CR-06 a service with workers goes on through a rotation of its generated key, and starts again after it", async () => {
  const stack = await startStackWithWorkers();
  onTestFinished(() => stack.remove());
  const { url, dataDir } = stack;
  const before = await givenSignedInUser(url);
  const rotated = await runCli(["rotate-master-key"], { DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache });
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wrapped \d+ keys /) });
  expect(readFileSync(join(dataDir, "master.key"), "utf8").trim().split("\n")).toHaveLength(1);

  const after = await givenSignedInUser(url);
  const nameOf = async (token: string) => (await call(url, "GET /api/auth/me", { token })).body.user?.username;
  for (const person of [before, after]) expect(await nameOf(await signIn(url, person))).toBe(person.username);
  const verified = await runCli(["verify"], { DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache });
  expect(verified).toMatchObject({ code: 0 });
  expect(await stack.stop()).toBe(0);
  expect(stack.output()).not.toMatch(/"level":"error"|master key/);

  const again = await stack.restart();
  onTestFinished(() => again.remove());
  for (const person of [before, after]) expect(await signIn(again.url, person)).toMatch(/^ats_/);
});
