/** @module-tag random */
import { spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readGenerations } from "@attestory/event-store/generations/local-generation-record.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { adminsStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { cli } from "../testing/run-cli.ts";
import { runInProcess } from "../testing/run-in-process.ts";

const rounds = process.env.FULL_RUN === "1" ? 50 : 2;
const persons = 2000;
const folder = temporaryFolder();
const backup = join(folder, "backup.sql");
const service = scratchServiceOfFile();
let environment: { DATA_DIR: string; MASTER_KEY: string };

beforeAll(async () => {
  environment = { DATA_DIR: service.dataDir, MASTER_KEY: service.masterKey.toString("base64") };
  await service.happened(adminsStream, { type: "AdminListed", data: { userId: randomUUID(), accessVersion: 1 } });
  const renamed = () => {
    const userId = randomUUID();
    const data = { userId, firstName: "Ada", lastName: null };
    return service.happened(userStream(userId), { type: "ProfileChanged", data }, { person: userId });
  };
  await Promise.all(Array.from({ length: persons }, renamed));
});

/** Begins the command, and kills it after so many milliseconds. Returns how long it ran if it ended before. */
async function killedAfter(ms: number, args: string[]): Promise<number | null> {
  const started = performance.now();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: "ignore",
  });
  const ended = once(child, "close").then(() => true);
  if (await Promise.race([ended, wait(ms, false)])) return performance.now() - started;
  child.kill("SIGKILL");
  await ended;
  return null;
}

const headOf = async (generation: number) => {
  const onFault = (error: Error) => {
    throw error;
  };
  const log = await openEventLog({ dataDir: service.dataDir, generation, writes: false, onFault });
  const head = await log.head();
  await log.close();
  return Number(head);
};

it("IM-04 an import or export that is killed leaves the old data or the new, and no half file", async () => {
  const whole = await killedAfter(60_000, ["export", backup]);
  const longest = 2 * (whole ?? 0);
  for (let round = 0; round < rounds; round++) {
    const other = join(folder, `${round}.sql`);
    await killedAfter(randomInt(Math.floor(longest / 4), Math.floor(longest)), ["export", other]);
    if (existsSync(other)) expect((await runInProcess(["import", other, "--dry-run"], environment)).stderr).toBe("");
    await killedAfter(randomInt(Math.floor(longest / 4), Math.floor(longest)), ["import", backup]);
    const { active } = readGenerations(service.dataDir);
    // The log of an import that was complete before it was killed also has the event that says so.
    expect(await headOf(active)).toBe(persons + (active === 1 ? 1 : 2));
  }
  const { stderr, stdout } = await runInProcess(["import", backup], environment);
  expect([stderr, stdout]).toEqual([
    "",
    expect.stringContaining(`imported ${(persons + 1).toLocaleString("en")} events`),
  ]);
  const { whole: generations, unfinished } = readGenerations(service.dataDir);
  const logs = readdirSync(service.dataDir).filter((name) => /^events-\d+\.sqlite$/.test(name));
  expect(logs.toSorted()).toEqual(generations.map((each) => `events-${each}.sqlite`).toSorted());
  expect(unfinished).toBeNull();
});
