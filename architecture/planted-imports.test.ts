import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cruiseImports, importRules, packages, violationsIn } from "./import-rules.ts";
import { allowed, between, forbidden, stubs } from "./planted-imports.ts";
import { startedModules, threadStarters } from "./started-modules.ts";

const root = dirname(import.meta.dirname);

describe("a planted import", () => {
  const planted = mkdtempSync(join(tmpdir(), "attestory-imports-"));
  let found: ICruiseResult;

  const plant = (file: string, text: string) => {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    writeFileSync(join(planted, file), text);
  };

  beforeAll(async () => {
    for (const name of packages) {
      cpSync(join(root, name, "package.json"), join(planted, name, "package.json"));
      mkdirSync(join(planted, "node_modules/@attestory"), { recursive: true });
      symlinkSync(join(planted, name), join(planted, "node_modules/@attestory", name));
    }
    plant("node_modules/mongodb/index.js", "");
    for (const file of stubs) plant(file, "export const x = 1; export const y = 2; export type X = 1;");
    for (const [file, text] of [...allowed, ...between]) plant(file, text);
    for (const [, file, text] of forbidden) plant(file, text);
    found = await cruiseImports(planted, importRules(["projections/src/thread.ts"]));
  });
  afterAll(() => rmSync(planted, { recursive: true }));

  it.each(forbidden)("is refused because %s: %s", (rule, file) => {
    expect(violationsIn(found)).toContainEqual([rule, file, expect.any(String)]);
  });

  it.each(allowed)("is allowed: %s", (file) => {
    expect(violationsIn(found).filter(([, from]) => from === file)).toEqual([]);
  });

  it("is reported when a thread's module is missing or in another package", () => {
    plant("events/src/starts.ts", 'new Worker(new URL("./gone.ts", import.meta.url));');
    plant("http/src/starts.ts", 'new Worker(\n  new URL("../../projections/src/thread.ts", import.meta.url),\n);');
    expect(startedModules(planted, packages)).toEqual(
      expect.arrayContaining([
        { by: "events/src/starts.ts", module: "events/src/gone.ts", exists: false, samePackage: true },
        { by: "http/src/starts.ts", module: "projections/src/thread.ts", exists: true, samePackage: false },
        { by: "projections/src/starts.ts", module: "projections/src/thread.ts", exists: true, samePackage: true },
      ]),
    );
    expect(threadStarters(planted, packages)).toContain("http/src/starts.ts");
  });
});
