import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { builtFrom } from "./web-build.ts";
import { root } from "./web-folder.ts";

const ours = /from "@attestory\/([a-z-]+)\/([a-z/-]+)(?:\.ts)?"/g;
const besideIt = /from "(\.{1,2}\/[^"]+)"/g;
const importedBy = (file: string): string[] => {
  const source = readFileSync(join(root, file), "utf8");
  return [
    ...[...source.matchAll(ours)].map(([, from, path]) => `${from}/src/${path}.ts`),
    ...[...source.matchAll(besideIt)].map(([, path = ""]) => join(dirname(file), path)),
  ];
};

it("lists every source file of the web app, so that a change to any triggers a new build", () => {
  const files = new Set(globSync("web/src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.*"] }));
  for (const file of files) for (const imported of importedBy(file)) files.add(imported);
  expect(files).toContain("http/src/routing/answers.ts");
  const unknown = [...files].filter((file) => !builtFrom.some((source) => `${file}/`.startsWith(`${source}/`)));
  expect(unknown).toEqual([]);
  expect(builtFrom).toContain("package-lock.json");
  for (const source of builtFrom) expect(() => statSync(join(root, source))).not.toThrow();
});
