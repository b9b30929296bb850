import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStack } from "../start-stack.ts";
import { member, type Person, signIn } from "./client.ts";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "attestory-folder-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it("lets nobody read what it makes but the one who started it, also in a folder that others may enter", async () => {
  const [made, open] = [join(parent, "deep", "data"), join(parent, "open")];
  mkdirSync(open, { mode: 0o755 });
  for (const dataDir of [made, open]) {
    const stack = await startStack({}, dataDir);
    const names = readdirSync(dataDir);
    expect(names).toEqual(expect.arrayContaining(["master.key", "vault.sqlite", "events-1.sqlite-wal", "lock.sqlite"]));
    for (const name of names)
      expect([name, modeOf(join(dataDir, name))]).toEqual([name, expect.stringMatching(/.00$/)]);
    await stack.stop();
  }
  expect([made, open].map(modeOf)).toEqual(["700", "755"]);
});

describe("a data folder that has lost something", () => {
  let whole: string;
  let person: Person;
  beforeAll(async () => {
    whole = join(parent, "whole");
    const stack = await startStack({}, whole);
    person = await member(stack.url);
    await stack.stop();
  });
  let copies = 0;
  const copied = () => {
    const dataDir = join(parent, `copy-${++copies}`);
    cpSync(whole, dataDir, { recursive: true });
    return dataDir;
  };
  /** What the process says when it ends by itself. */
  const lastWords = async (dataDir: string) => {
    const started = startStack({}, dataDir).then(
      (stack) => stack.stop().then(() => "it started"),
      (error: Error) => error.message,
    );
    const [ended, ...lines] = (await started).trim().split("\n");
    return [ended, ...lines.filter((line) => !line.startsWith("Building"))];
  };

  it("is not served with new secrets where the vault is missing or empty", async () => {
    for (const lose of [rmSync, (file: string) => writeFileSync(file, "")]) {
      const dataDir = copied();
      const vault = join(dataDir, "vault.sqlite");
      lose(vault);
      for (let start = 0; start < 2; start++) {
        const said = expect.stringMatching(
          `^attestory: ${vault} lacks the identifier pepper although there are events`,
        );
        expect(await lastWords(dataDir)).toEqual(["it ended with 1:", said]);
      }
      copyFileSync(join(whole, "vault.sqlite"), vault);
      const stack = await startStack({}, dataDir);
      expect(await signIn(stack.url, person)).toMatch(/^ats_/);
      await stack.stop();
    }
  });

  it("is told in one line that names the file which holds no database", async () => {
    for (const name of ["vault.sqlite", "events-1.sqlite", "read-models-1.sqlite"]) {
      const dataDir = copied();
      const file = join(dataDir, name);
      writeFileSync(file, "this is not a database".repeat(500));
      const said = `attestory: ${file} cannot be used: file is not a database`;
      expect(await lastWords(dataDir)).toEqual(["it ended with 1:", said]);
    }
  });

  it("is served where the read models are missing or empty", async () => {
    for (const lose of [rmSync, (file: string) => writeFileSync(file, "")]) {
      const dataDir = copied();
      lose(join(dataDir, "read-models-1.sqlite"));
      const stack = await startStack({}, dataDir);
      expect(await signIn(stack.url, person)).toMatch(/^ats_/);
      await stack.stop();
    }
  });
});
