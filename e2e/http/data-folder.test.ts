/**
 * @module-tag embedded/reads-files
 * @module-tag embedded/one-process
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { fixable } from "@attestory/standalone/start.ts";
import { beforeAll, describe, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { compileCache, startAsOperator, startStack } from "../start-stack.ts";
import { givenSignedInUser, type Person, signIn } from "./client.ts";

/** These tests check the files of a data folder: they move, empty and read them by name. */
const parent = temporaryFolder();

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe.concurrent("the files of a data folder", () => {
  it.for([
    ["that is made", "700"],
    ["that others may enter", "755"],
  ] as const)("are readable by their owner alone, in a folder %s", async ([, mode], { expect }) => {
    const dataDir = join(parent, `mode-${mode}`, "data");
    const isMade = mode === "700";
    if (!isMade) mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    // The compile cache is created in the new folder too.
    const stack = await startAsOperator(isMade ? {} : { NODE_COMPILE_CACHE: compileCache }, dataDir);
    const names = readdirSync(dataDir);
    expect(names).toEqual(expect.arrayContaining(["master.key", "vault.sqlite", "events-1.sqlite-wal", "lock.sqlite"]));
    for (const name of names)
      expect([name, modeOf(join(dataDir, name))]).toEqual([name, expect.stringMatching(/.00$/)]);
    await stack.stop();
    expect(modeOf(dataDir)).toBe(mode);
  });
});

describe.concurrent("an incomplete data folder", () => {
  const whole = join(parent, "whole");
  let person: Person;
  beforeAll(async () => {
    mkdirSync(whole);
    const product = await startInProcess({ DATA_DIR: whole });
    person = await givenSignedInUser(product.url);
    await product.remove();
  });
  let copies = 0;
  const copied = () => {
    const dataDir = join(parent, `copy-${++copies}`);
    cpSync(whole, dataDir, { recursive: true });
    return dataDir;
  };
  /** What ends a start. It is printed in one line, as the test that starts a process shows. */
  const fault = async (dataDir: string): Promise<string> => {
    const error = await startInProcess({ DATA_DIR: dataDir }).then(
      () => new Error("it started"),
      (error: Error) => error,
    );
    return fixable.has(error.name) ? error.message : `${error.stack}`;
  };
  /** The output of a process that ends by itself. */
  const lastWords = async (dataDir: string) => {
    const started = startStack({}, dataDir).then(
      (stack) => stack.stop().then(() => "it started"),
      (error: Error) => error.message,
    );
    const [ended, ...lines] = (await started).trim().split("\n");
    return [ended, ...lines.filter((line) => !line.startsWith("Building"))];
  };
  const signsIn = async (dataDir: string) => {
    const product = await startInProcess({ DATA_DIR: dataDir });
    return signIn(product.url, person).finally(product.remove);
  };
  const losses: [how: string, lose: (file: string) => void][] = [
    ["missing", rmSync],
    ["empty", (file) => writeFileSync(file, "")],
  ];

  it("is refused by a process, in one line, if the vault is missing, until the vault is back", async ({ expect }) => {
    const dataDir = copied();
    const vault = join(dataDir, "vault.sqlite");
    rmSync(vault);
    const said = `^attestory: ${vault} lacks the identifier pepper that the events were written with`;
    expect(await lastWords(dataDir)).toEqual(["it ended with 1:", expect.stringMatching(said)]);
    copyFileSync(join(whole, "vault.sqlite"), vault);
    expect(await signsIn(dataDir)).toMatch(/^ats_/);
  });

  it.for(losses)("is refused if the vault is %s, each time", async ([, lose], { expect }) => {
    const dataDir = copied();
    const vault = join(dataDir, "vault.sqlite");
    lose(vault);
    // The first start has not created a new one.
    for (let start = 1; start <= 2; start++) {
      expect(await fault(dataDir)).toContain(`${vault} lacks the identifier pepper that the events were written with`);
    }
  });

  it.for(["vault.sqlite", "events-1.sqlite", "read-models-1.sqlite"])(
    "is refused in one line that names the file that is no database: %s",
    async (name, { expect }) => {
      const dataDir = copied();
      const file = join(dataDir, name);
      writeFileSync(file, "this is not a database".repeat(500));
      expect(await fault(dataDir)).toBe(`${file} cannot be used: file is not a database`);
    },
  );

  it("B15 is refused with its version if an older release wrote it", async ({ expect }) => {
    const dataDir = copied();
    const file = join(dataDir, "events-1.sqlite");
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 0");
    database.close();
    const said = `attestory: ${file} has format 1, but this release reads format 2 only. Use the release that wrote it`;
    expect(await lastWords(dataDir)).toEqual(["it ended with 78:", said]);
  });

  it.for(losses)("is served if the read models are %s", async ([, lose], { expect }) => {
    const dataDir = copied();
    lose(join(dataDir, "read-models-1.sqlite"));
    expect(await signsIn(dataDir)).toMatch(/^ats_/);
  });
});
