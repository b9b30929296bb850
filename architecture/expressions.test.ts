/** @module-tag random */
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

/**
 * Found safe, each in a second or more. Only `npm run test:faults` checks them again: the answer depends on the expression alone, and one that
 * changes is no longer in this list.
 */
const foundSafe = new Set([
  String.raw`([?&](?:token|code|state|client_secret|password)=)[^&\s"']{1,4096}`,
  String.raw`(:\/\/)[^/@\s]{1,256}@`,
  String.raw`^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$`,
  String.raw`^[A-Za-z0-9_'+&=~-]{1,64}(?:\.[A-Za-z0-9_'+&=~-]{1,64}){0,31}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$`,
  "^[a-z0-9][a-z0-9.-]{0,252}$",
  String.raw`^bearer +([A-Za-z0-9\-._~+/]{1,2048}=*)$`,
  String.raw`\bat[a-z]_[A-Za-z0-9_-]{8,}`,
  String.raw`(.{1,12}?)\1+`,
  String.raw`^[\p{L}\p{N} '_-]{1,60}$`,
]);
const isAgain = process.env.FULL_RUN === "1";

const written = globSync(
  packages.map((name) => `${name}/src/**/*.{ts,tsx}`),
  { cwd: root, exclude: ["**/node_modules/**", "**/*.test.*"] },
).flatMap((file) => expressionsIn(file, readFileSync(join(root, file), "utf8")));

it("IN-08 finds no regular expression in the product whose matching time grows faster than its input", async () => {
  expect(written.length).toBeGreaterThan(40);
  const patterns = new Set(written.map(({ pattern }) => pattern));
  expect([...foundSafe].filter((pattern) => !patterns.has(pattern))).toEqual([]);
  expect(await slowOnes(written.filter(({ pattern }) => isAgain || !foundSafe.has(pattern)))).toEqual([]);
}, 300_000);

it("IN-08 reports regular expressions whose matching time grows faster than their input", async () => {
  const planted = String.raw`const a = /^(a|a)*$/; const b = (text: string) => text.replace(/\s+$/, ""); const c = /^a*$/;`;
  expect(await slowOnes(expressionsIn("planted.ts", planted))).toEqual([
    "planted.ts /^(a|a)*$/",
    String.raw`planted.ts /\s+$/`,
  ]);
}, 300_000);
