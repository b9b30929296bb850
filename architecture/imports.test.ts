import { dirname } from "node:path";
import type { ICruiseResult } from "dependency-cruiser";
import { beforeAll, describe, expect, it } from "vitest";
import { everyFolder, importedFolders } from "./command-folders.ts";
import { cruiseImports, importRules, packages, violationsIn } from "./import-rules.ts";
import { startedModules, threadStarters } from "./started-modules.ts";

const root = dirname(import.meta.dirname);
/** Modules that tests start are left out: a test may start any module as a process. */
const entries = startedModules(root, packages)
  .filter(({ by }) => !by.includes(".test."))
  .map(({ module }) => module);

describe("the imports of this repository", () => {
  let seen: ICruiseResult;
  beforeAll(async () => {
    seen = await cruiseImports(root, importRules(entries));
  });

  it("follow the table of allowed imports", () => {
    expect(violationsIn(seen)).toEqual([]);
  });

  it("order only folders of command-api that exist, each once", () => {
    const named = importedFolders.flat();
    expect(named.toSorted()).toEqual(everyFolder.filter((name) => named.includes(name)).toSorted());
  });

  it("are found within a package, between packages, of types, in TSX, of Node.js and of libraries", () => {
    const edges = new Set(
      seen.modules.flatMap(({ source, dependencies }) => dependencies.map((to) => `${source} ${to.resolved}`)),
    );
    expect([...edges]).toEqual(
      expect.arrayContaining([
        "event-store/src/log/open-event-log.ts event-store/src/log/sqlite/event-log.ts",
        "event-store/src/log/event-log.ts events/src/catalogue.ts",
        "event-store/src/sqlite/group-commit.ts node:sqlite",
        "command-api/src/sign-in/schema.ts http/src/routing/answers.ts",
        "web/src/main.tsx web/src/app.tsx",
        expect.stringMatching(/^events\/src\/catalogue\.test\.ts node_modules\/vitest\//),
      ]),
    );
    for (const name of packages) expect(seen.modules.some(({ source }) => source.startsWith(`${name}/`))).toBe(true);
  });
});

describe("modules that are started as threads or processes", () => {
  it("exist, in the package that starts them", () => {
    const inside = packages.filter((name) => name !== "e2e" && name !== "bench");
    const started = startedModules(root, inside);
    expect(started.map(({ module }) => module)).toContain("event-store/src/log/sqlite/log-writer.ts");
    expect(started.filter(({ exists, samePackage }) => !exists || !samePackage)).toEqual([]);
    expect(startedModules(root, ["e2e", "bench"]).filter(({ exists }) => !exists)).toEqual([]);
  });

  it("are named where the thread is started, except where they are received", () => {
    const naming = new Set(startedModules(root, packages).map(({ by }) => by));
    const unnamed = threadStarters(root, packages).filter((file) => !naming.has(file));
    expect(unnamed.toSorted()).toEqual([
      "event-store/src/sqlite/writer-thread.ts",
      "projections/src/build-in-thread.ts",
    ]);
  });
});
