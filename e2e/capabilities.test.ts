import fs from "node:fs";
import { expect, it } from "vitest";
import { capabilities } from "./capabilities.ts";

it("finds a test for each word of each capability", () => {
  const tests = fs.globSync("**/*.test.{ts,tsx}", { exclude: ["**/node_modules/**"] });
  const words = Object.values(capabilities).flat();
  expect(words.filter((word) => !tests.some((path) => path.includes(word)))).toEqual([]);
});
