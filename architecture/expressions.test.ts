import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "@swc/core";
import { check } from "recheck";
import { expect, it } from "vitest";
import { packages } from "./import-rules.ts";

const root = dirname(import.meta.dirname);

interface Expression {
  file: string;
  pattern: string;
  flags: string;
}

/** Every regular expression literal in a TypeScript source text. */
function expressionsIn(file: string, text: string): Expression[] {
  const found: Expression[] = [];
  const program = parseSync(text, { syntax: "typescript", tsx: file.endsWith("x"), target: "es2024" });
  JSON.stringify(program, (_key, node) => {
    if (node?.type === "RegExpLiteral") found.push({ file, pattern: node.pattern, flags: node.flags });
    return node;
  });
  return found;
}

const limits = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};

/**
 * Expressions whose matching time can grow faster than the text, or for which the check gave no answer. They are checked one by one,
 * each for at most a minute. The search is limited by steps, not by time, so a busy machine gives the same answer.
 */
async function slowOnes(expressions: readonly Expression[]): Promise<string[]> {
  const slow: string[] = [];
  for (const { file, pattern, flags } of expressions) {
    const { status } = await check(pattern, flags, limits);
    if (status !== "safe") slow.push(`${file} /${pattern}/${flags}`);
  }
  return slow;
}

const written = globSync(
  packages.map((name) => `${name}/src/**/*.{ts,tsx}`),
  { cwd: root, exclude: ["**/node_modules/**", "**/*.test.*"] },
).flatMap((file) => expressionsIn(file, readFileSync(join(root, file), "utf8")));

it("IN-08 finds no regular expression in the product whose matching time grows faster than its input", async () => {
  expect(written.length).toBeGreaterThan(40);
  expect(await slowOnes(written)).toEqual([]);
}, 300_000);

it("IN-08 reports regular expressions whose matching time grows faster than their input", async () => {
  const planted = String.raw`const a = /^(a|a)*$/; const b = (text: string) => text.replace(/\s+$/, ""); const c = /^a*$/;`;
  expect(await slowOnes(expressionsIn("planted.ts", planted))).toEqual([
    "planted.ts /^(a|a)*$/",
    String.raw`planted.ts /\s+$/`,
  ]);
}, 300_000);
