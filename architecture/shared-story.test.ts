import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CallExpression, type ImportSpecifier, parseSync } from "@swc/core";
import { expect, it } from "vitest";

const root = dirname(import.meta.dirname);

const isStory = (specifier: ImportSpecifier): boolean =>
  specifier.type === "ImportSpecifier" && (specifier.imported ?? specifier.local).value === "story";

/** The names under which a file imports `story` of stories/story.ts. */
const namesOfStory = ({ body }: ReturnType<typeof parseSync>): string[] =>
  body
    .filter((item) => item.type === "ImportDeclaration")
    .filter(({ source }) => source.value.endsWith("/story.ts"))
    .flatMap(({ specifiers }) => specifiers.filter(isStory))
    .map(({ local }) => local.value);

const overridesOneOf = (names: readonly string[], { callee }: CallExpression): boolean =>
  callee.type === "MemberExpression" &&
  callee.object.type === "Identifier" &&
  names.includes(callee.object.value) &&
  callee.property.type === "Identifier" &&
  callee.property.value === "override";

/** Whether a source text changes a fixture of the shared `story` itself. */
function overridesStory(text: string): boolean {
  if (!text.includes("override")) return false;
  const program = parseSync(text, { syntax: "typescript", target: "es2024" });
  const names = namesOfStory(program);
  let found = false;
  JSON.stringify(program, (_key, node) => {
    found ||= node?.type === "CallExpression" && overridesOneOf(names, node);
    return node;
  });
  return found;
}

it("finds no override of the shared story, which would last in later files of the worker: use storyOn(settings)", () => {
  const files = globSync("e2e/**/*.ts", { cwd: root, exclude: ["**/node_modules"] }).filter(
    (file) => file !== "e2e/stories/story.ts",
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => overridesStory(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

it("reports a planted override of the shared story, and none of a copy", () => {
  const importing = 'import { story } from "./story.ts";';
  const override = 'override("stack", { scope: "file" }, () => own())';
  expect(overridesStory(`${importing} const limited = story.${override};`)).toBe(true);
  expect(overridesStory(`import { story as shared } from "../story.ts"; shared.${override};`)).toBe(true);
  expect(overridesStory(`${importing} const limited = story.extend("own", own).${override};`)).toBe(false);
  expect(overridesStory(`const story = test.extend("own", own); story.${override};`)).toBe(false);
});
