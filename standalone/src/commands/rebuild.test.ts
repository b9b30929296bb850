import { randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { identifierStream, userStream } from "@attestory/events/envelope.ts";
import { projectionNames } from "@attestory/projections/read-models/all-projections.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { openRebuildParts } from "@attestory/projections/rebuild/command/open-rebuild-parts.ts";
import { runRebuildCommand } from "@attestory/projections/rebuild/command/rebuild-command.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import { startProjections } from "@attestory/projections/testing/start-projections.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { beforeEach, expect, it } from "vitest";
import { runCli } from "../testing/run-cli.ts";
import { runInProcess, untilExit } from "../testing/run-in-process.ts";

const service = scratchServiceOfTest();

beforeEach(async () => {
  for (let person = 0; person < 3; person++) await register();
});

function register(userId = randomUUID()) {
  const names = { firstName: null, lastName: null };
  const data = { userId, email: "ada@example.org", username: "ada", passwordHash: "x", ...names };
  return service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
}

const settings = () => ({ DATA_DIR: service.dataDir, MASTER_KEY: service.masterKey.toString("base64") });
const attestory = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  runInProcess(args, { ...settings(), ...environment });
const states = async (of?: string) => {
  const builds = await openBuilds(service);
  const list = (await builds.list()).filter(({ projection }) => of === undefined || projection === of);
  await builds.close();
  return list.map(({ projection, build, state }) => `${projection} ${build} ${state}`);
};

it("rebuilds every projection while no service runs, and reports the result in its last line", async () => {
  const { code, stdout, stderr } = await attestory(["rebuild"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.trim().split("\n").at(-1)).toMatch(/^\w+@\d+: rebuilt as build 1 at position 3 in [\d.]+ s$/);
  expect(await states()).toEqual(projectionNames.map((name) => `${name} 1 running`).toSorted());
});

it("UQ-09 warns where the log gives an address a second owner, and not where it was released between", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const claim = (kind: "email" | "username", userId: string) =>
    service.happened(identifierStream(kind, "a".repeat(43)), {
      type: "IdentifierClaimed",
      data: { userId, leaseUntil: new Date().toISOString() },
    });
  for (const kind of ["email", "username"] as const) {
    await claim(kind, ada);
    await service.happened(identifierStream(kind, "a".repeat(43)), {
      type: "IdentifierConfirmed",
      data: { userId: ada },
    });
  }
  await service.happened(identifierStream("email", "a".repeat(43)), {
    type: "IdentifierReleased",
    data: { userId: ada },
  });
  await claim("email", bob);
  expect(await attestory(["rebuild"])).toMatchObject({ code: 0, stderr: "" });
  const position = await claim("username", bob);
  const warning = `attestory: warning: position ${position}: a username has two owners\n`;
  expect(await attestory(["rebuild"])).toMatchObject({ code: 0, stderr: warning });
});

it("creates files that only their owner can read, whatever the umask", async () => {
  const before = process.umask(0);
  await runCli(["rebuild"], settings()).finally(() => process.umask(before));
  const made = readdirSync(service.dataDir).filter((name) => name.startsWith("read-models-"));
  expect(made).toContain(`read-models-1.${users.name}.1.sqlite`);
  expect(made.filter((name) => statSync(join(service.dataDir, name)).mode & 0o077)).toEqual([]);
});

it("rebuilds a projection of a running service, which continues with the new build, and rolls back", async () => {
  const projections = await startProjections(service);
  const { progress } = projections;
  expect(await progress.waitForPosition([users.name], await register(), 30_000)).toBe(true);
  const rebuilt = await attestory(["rebuild", "users"]);
  expect(rebuilt).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringContaining("4 documents (4 before), 0 of"),
  });
  expect(await progress.waitForPosition([users.name], await register(), 30_000)).toBe(true);
  expect(await states(users.name)).toEqual([`${users.name} 2 running`, `${users.name} 1 kept`]);
  expect(await attestory(["rebuild", "users", "--roll-back"])).toMatchObject({ code: 0, stderr: "" });
  expect(await progress.waitForPosition([users.name], await register(), 30_000)).toBe(true);
  expect(await states(users.name)).toEqual([`${users.name} 2 kept`, `${users.name} 1 running`]);
  await projections.stop();
});

it("names each of several projections that could not be rebuilt, with the reason", async () => {
  const failing: string[] = [users.name, sessions.name];
  const { log, sealing } = service;
  const open = async () => {
    const parts = await openRebuildParts({ log, sealing, close: async () => undefined }, service);
    const { switchTo } = parts.builds;
    parts.builds.switchTo = async (collection, ...rest) => {
      if (failing.includes(collection.name)) throw new Error(`no ${collection.name}`);
      return switchTo(collection, ...rest);
    };
    return parts;
  };
  const outcome = await untilExit(() => runRebuildCommand({ args: [], open, fail }));
  expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining("activity@") });
  expect(outcome.stderr.trim().split("\n")).toEqual([
    ...failing.map((name) => `attestory: ${name} was not rebuilt: no ${name}`),
    `attestory: 2 of ${projectionNames.length} read models not rebuilt; their active builds stay active`,
  ]);
  expect(await states()).toEqual(
    projectionNames
      .filter((name) => !failing.includes(name))
      .map((name) => `${name} 1 running`)
      .toSorted(),
  );
});

it.each([
  { what: "an unknown command", args: ["rebuid"], code: 64, why: /there is no command "rebuid"/ },
  { what: "an unknown projection", args: ["rebuild", "people"], code: 64, why: /there are users, sessions/ },
  { what: "an unknown option", args: ["rebuild", "--fast"], code: 64, why: /--fast/ },
  {
    what: "a wrong configuration",
    args: ["rebuild"],
    environment: { MASTER_KEY: "short" },
    code: 78,
    why: /MASTER_KEY/,
  },
  {
    what: "a wrong bound of documents",
    args: ["rebuild"],
    environment: { BUILD_DOCUMENTS: "few" },
    code: 78,
    why: /BUILD_DOCUMENTS must be a number of documents/,
  },
  {
    what: "another master key",
    args: ["rebuild"],
    environment: { MASTER_KEY: Buffer.alloc(32, 1).toString("base64") },
    code: 1,
    why: /another master key/,
  },
  {
    what: "a folder without a log",
    args: ["rebuild"],
    environment: { DATA_DIR: "/nowhere" },
    code: 1,
    why: /there is no event log in DATA_DIR .*: set DATA_DIR to the folder of the service/,
  },
  {
    what: "no earlier build to roll back to",
    args: ["rebuild", "--roll-back"],
    code: 1,
    why: new RegExp(`there is no earlier build of ${users.name}`),
  },
])("exits with one line that says why: %s", async ({ args, environment = {}, code, why }) => {
  const outcome = await attestory(args, environment);
  expect(outcome).toEqual({ code, stdout: "", stderr: expect.stringMatching(why) });
  expect(outcome.stderr).toMatch(/^attestory: .*\n$/);
});
