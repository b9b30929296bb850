import { readdirSync, rmSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { checkpointAt } from "../../testing/checkpoint-at.ts";
import { buildFilesInThread } from "./build-files-thread.ts";
import { openSqliteBuilds } from "./builds.ts";
import { catalogueFile } from "./files.ts";

const folder = temporaryFolder();
const file = (name: string) => ({
  path: join(folder, name, "build.sqlite"),
  name: "pets@1" as const,
  isIndexed: false,
  isPersonal: false,
});

const { PRIORITY_BELOW_NORMAL } = constants.priority;
const isLinux = process.platform === "linux";

/** How many threads of this process give way. */
const givingWay = () =>
  readdirSync("/proc/self/task").filter((thread) => getPriority(Number(thread)) === PRIORITY_BELOW_NORMAL).length;

it("passes the error of a file that cannot be created, and fails what is asked after the end", async () => {
  const files = buildFilesInThread();
  await expect(files.create(file("missing"))).rejects.toMatchObject({ name: "DatabaseFault" });
  const pets = await files.create({ ...file("."), path: join(folder, "build.sqlite") });
  const rex = { documents: ["rex", 1, "{}", null], entries: [] };
  await pets.write(rex);
  await expect(pets.write({ documents: [null, 2, "{}", null], entries: [] })).rejects.toMatchObject({
    message: expect.stringContaining("NOT NULL"),
    code: "ERR_SQLITE_ERROR",
  });
  expect(await pets.load(["rex", "max"])).toEqual([["rex", 1, "{}", null]]);
  await files.close();
  await expect(pets.load(["rex"])).rejects.toThrow("closed");
  rmSync(join(folder, "build.sqlite"));
});

it("fails the builds of a thread that died, leaves nothing of them, and writes the next ones in another thread", async () => {
  const threads: Worker[] = [];
  const files = buildFilesInThread(() => {
    const thread = new Worker(new URL("./build-files-writer.ts", import.meta.url));
    threads.push(thread);
    return thread;
  });
  const dataDir = temporaryFolder();
  const builds = openSqliteBuilds(catalogueFile(dataDir, 1), files);
  const pets = { name: "pets@1", indexes: {} } as const;
  const rex = new Map([["rex", { position: 1n, document: {} }]]);
  const changes = [{ collection: pets, documents: rex, checkpoint: checkpointAt(1n) }];
  const dying = await builds.begin(pets);
  // First it ends: what it was asked before, it might still answer.
  const ending = threads[0]?.terminate();
  await expect(dying.write(changes)).rejects.toThrow("the writer of builds ended");
  await ending;
  await expect(dying.seal()).rejects.toThrow("the writer of builds ended");
  await dying.drop();
  expect([await builds.list(), readdirSync(dataDir).filter((name) => name.includes("pets@1"))]).toEqual([[], []]);
  const next = await builds.begin(pets);
  await next.write(changes);
  await next.seal();
  await builds.switchTo(pets, next.build, async () => undefined);
  expect(await builds.list()).toMatchObject([{ build: 2, state: "running" }]);
  expect(threads).toHaveLength(2);
  await builds.close();
});

it.runIf(isLinux && getPriority() < PRIORITY_BELOW_NORMAL)("gives way with its thread alone", async () => {
  const files = buildFilesInThread();
  // Before a file there is no thread.
  files.giveWay();
  const pets = await files.create({ ...file("."), path: join(folder, "way.sqlite") });
  expect(givingWay()).toBe(0);
  files.giveWay();
  // Answered after it.
  await pets.load(["rex"]);
  await expect.poll(givingWay).toBe(1);
  await files.close();
  await expect(pets.load(["rex"])).rejects.toThrow("closed");
});
