import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { type StreamName, settlementsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";

const service = scratchServiceOfTest();

const reservations = (args: string[] = [], environment: NodeJS.ProcessEnv = {}) =>
  runInProcess(["reservations", ...args], { DATA_DIR: service.dataDir, ...environment });

const since = "2026-11-20T10:00:00.000Z";
const [ada, ben] = ["6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11", "7f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11"];
const identifier = `email-${"x".repeat(43)}` as StreamName;

it("B4 lists the reservations that were given up and are not settled, and needs no key", async () => {
  const abandoned = (userId: string, identifier: StreamName | null) =>
    service.happened(settlementsStream, { type: "SettlementAbandoned", data: { userId, identifier, since } });
  await abandoned(ada, identifier);
  await abandoned(ben, null);
  expect(await reservations()).toEqual({
    code: 0,
    stdout: [
      `email         since ${since}  user ${ada}  stream ${identifier}`,
      `registration  since ${since}  user ${ben}`,
      "listed 2 reservations that could not be settled\n",
    ].join("\n"),
    stderr: "",
  });
  await service.happened(settlementsStream, { type: "SettlementResolved", data: { userId: ada, identifier } });
  expect((await reservations()).stdout).toBe(
    `registration  since ${since}  user ${ben}\nlisted 1 reservation that could not be settled\n`,
  );
});

it("B4 says that there are none", async () => {
  expect(await reservations()).toEqual({
    code: 0,
    stdout: "listed 0 reservations that could not be settled\n",
    stderr: "",
  });
});

it.each([
  { what: "an argument", args: ["all"], code: 64, why: /takes no arguments/ },
  { what: "a wrong configuration", environment: { MASTER_KEY: "short" }, code: 78, why: /MASTER_KEY/ },
  {
    what: "a folder without a log",
    environment: { DATA_DIR: "/nowhere" },
    code: 1,
    why: /there is no event log in DATA_DIR .*: set DATA_DIR to the folder of the service/,
  },
])("B4 exits with one line that says why: $what", async ({ args = [], environment = {}, code, why }) => {
  const outcome = await reservations(args, environment);
  expect(outcome).toEqual({ code, stdout: "", stderr: expect.stringMatching(why) });
  expect(outcome.stderr).toMatch(/^attestory: .*\n$/);
});
