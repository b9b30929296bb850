import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterAll, expect, it } from "vitest";
import { makeSocketFolder, socketIn } from "./socket-folder.ts";

const parent = temporaryFolder();
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

const dataFolder = (name: string) => {
  mkdirSync(join(parent, name));
  return join(parent, name);
};
const make = (dataDir: string) => {
  const folder = makeSocketFolder(dataDir);
  made.push(folder);
  return folder;
};

it("is one for each data folder, without what a killed process has left, and no other user can open it", () => {
  const [one, other] = [dataFolder("one"), dataFolder("other")];
  const folder = make(one);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(socketIn(folder), "");
  expect(make(one)).toBe(folder);
  expect(existsSync(socketIn(folder))).toBe(false);
  expect(make(other)).not.toBe(folder);
});

it("is another one if others can open the folder of that name", () => {
  const dataDir = dataFolder("taken");
  const folder = make(dataDir);
  chmodSync(folder, 0o755);
  const another = make(dataDir);
  expect(another).not.toBe(folder);
  expect(statSync(another).mode & 0o777).toBe(0o700);
});
