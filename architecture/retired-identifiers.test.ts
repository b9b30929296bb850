import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { packages } from "./import-rules.ts";
import { retiredIn } from "./retired-identifiers.ts";

const root = dirname(import.meta.dirname);
const files = globSync(
  [...packages, "architecture"].map((name) => `${name}/**/*.{ts,tsx}`),
  {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  },
);

it("finds a retired name where it is declared or used, and not in strings or comments", () => {
  const text =
    "import { Journal } from './x.ts'; const sightings = 1; export const y = (journal: Journal) => journal.z;";
  expect(retiredIn("x.ts", text).toSorted()).toEqual(["Journal", "sightings"]);
  expect(retiredIn("x.ts", "const text = 'a Journal'; // journal")).toEqual([]);
});

it("finds no retired name in this repository", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const names = retiredIn(file, readFileSync(join(root, file), "utf8"));
    return names.length === 0 ? [] : [`${file}: ${names.join(", ")}`];
  });
  expect(found).toEqual([]);
});
