import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, it } from "vitest";
import { requireOwnFolder } from "./folder-owner.ts";
import { runInProcess } from "./testing/run-in-process.ts";

const other = 12_345;
const folder = temporaryFolder();
/** Only root can give files away. */
const isRoot = process.geteuid?.() === 0;

/** A data folder whose files belong to another user. */
function ofAnother(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "events-1.sqlite"), "", { mode: 0o600 });
  chownSync(join(dataDir, "events-1.sqlite"), other, other);
  chownSync(dataDir, other, other);
  chmodSync(dataDir, 0o700);
  return dataDir;
}

const refusalOf = (dataDir: string) =>
  `the files in DATA_DIR ${dataDir} belong to user ${other}, and this is user 0 (root)`;

it("FA-05 a folder of one's own, a new one and none are accepted", () => {
  const own = join(folder, "own");
  requireOwnFolder(own);
  mkdirSync(own);
  requireOwnFolder(own);
  writeFileSync(join(own, "events-1.sqlite"), "");
  requireOwnFolder(own);
  expect(readdirSync(own)).toEqual(["events-1.sqlite"]);
});

describe.runIf(isRoot)("FA-05 a data folder of another user", () => {
  it.for([
    ["rebuild"],
    ["reservations"],
    ["admin-link"],
    ["grant-admin", "a@example.com"],
    ["rescue", "a@example.com"],
    ["export"],
    ["import", "backup.jsonl"],
    ["generations"],
    ["users", "list"],
    ["users", "create", "a@example.com", "--username", "somebody"],
    ["apps", "list"],
  ])("is refused by %s, which leaves nothing in it", async (args) => {
    const dataDir = ofAnother(args.slice(0, 2).join("-"));
    const { code, stderr } = await runInProcess(args, { DATA_DIR: dataDir, NODE_ENV: "test" });
    expect([code, stderr]).toEqual([77, expect.stringContaining(refusalOf(dataDir))]);
    expect(readdirSync(dataDir)).toEqual(["events-1.sqlite"]);
  });

  it("is a problem that the doctor names, and it leaves nothing in it", async () => {
    const dataDir = ofAnother("doctor");
    const { code, stdout } = await runInProcess(["doctor"], { DATA_DIR: dataDir, NODE_ENV: "test" });
    expect([code, stdout]).toEqual([1, expect.stringContaining(refusalOf(dataDir))]);
    expect(readdirSync(dataDir)).toEqual(["events-1.sqlite"]);
  });

  it("is refused by the start, which leaves nothing in it", () => {
    const dataDir = ofAnother("start");
    const program = fileURLToPath(new URL("./main.js", import.meta.url));
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining(refusalOf(dataDir))]);
    expect(readdirSync(dataDir)).toEqual(["events-1.sqlite"]);
  });

  it("that this one may not enter is named as that, and so is a file in it", () => {
    const [closed, open] = ["closed", "open"].map((name) => join(folder, name)) as [string, string];
    for (const dataDir of [closed, open]) {
      mkdirSync(dataDir);
      writeFileSync(join(dataDir, "events-1.sqlite"), "", { mode: 0o600 });
    }
    for (const [path, mode] of [
      [dirname(folder), 0o711],
      [folder, 0o711],
      [closed, 0o700],
      [open, 0o777],
    ] as const) {
      chmodSync(path, mode);
    }
    const module = (name: string) => JSON.stringify(import.meta.resolve(name));
    const program = `
      const { requireOwnFolder } = await import(${module("./folder-owner.ts")});
      const { openDatabase } = await import(${module("@attestory/event-store/sqlite/open-database.ts")});
      process.setgid(${other});
      process.setuid(${other});
      const tried = [() => requireOwnFolder("${closed}"), () => openDatabase("${open}/events-1.sqlite")];
      for (const attempt of tried) try { attempt(); } catch (error) { console.log(error.message); }
    `;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    const may = (path: string) => `user ${other} may not read and write ${path}, which belongs to user 0 (root)`;
    expect(stdout.trim().split("\n")).toEqual([
      `DATA_DIR ${closed} cannot be used: ${may(closed)}`,
      `${open}/events-1.sqlite cannot be used: ${may(`${open}/events-1.sqlite`)}`,
    ]);
  });
});
