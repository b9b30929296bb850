import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";

const root = dirname(import.meta.dirname);
const biome = join(root, "node_modules/.bin/biome");
const folder = temporaryFolder();

/** What the linter says of a text in this file of a project with our rules. */
function lint(file: string, text: string): string {
  cpSync(join(root, "biome.json"), join(folder, "biome.json"));
  cpSync(import.meta.dirname, join(folder, "architecture"), { recursive: true });
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const { stdout, stderr } = spawnSync(biome, ["lint", "--vcs-enabled=false", file], { cwd: folder, encoding: "utf8" });
  return stdout + stderr;
}

const weak = "export const nonce = () => Math.random();\n";
const plain = "export const isRight = (presented: string, digest: string) => presented === digest;\n";
const named = "export const isRight = (its: { secret: string }, given: string) => its.secret !== given;\n";
const absent =
  'export const isAbsent = (token: unknown) => token === null || typeof token !== "string" || token === "";\n';

it("CR-08 forbids randomness that can be guessed, in tests too", () => {
  for (const file of ["command-api/src/planted.ts", "e2e/planted.test.ts"]) {
    expect(lint(file, weak)).toContain("Take randomness from node:crypto");
  }
});

it("CR-09 forbids to compare secrets other than in constant time", () => {
  const file = "command-api/src/planted.ts";
  for (const text of [plain, named]) expect(lint(file, text)).toContain("Compare secrets in constant time");
  expect(lint(file, absent)).toContain("Checked 1 file");
  expect(lint(file, absent)).not.toContain("Compare secrets in constant time");
});
