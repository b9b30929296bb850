import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { differences, faultsOf, idsInTitles, readTestCases } from "./test-cases.ts";

const root = dirname(import.meta.dirname);
const read = (file: string) => readFileSync(join(root, file), "utf8");
const testFiles = () =>
  globSync("**/*{.test,.contract,-contract}.{ts,tsx}", { cwd: root, exclude: ["**/node_modules", "**/dist"] });

describe("docs/test-cases.md", () => {
  const cases = readTestCases(read("docs/test-cases.md"));

  it("has complete rows, each id once and in order", () => {
    expect(cases.length).toBeGreaterThan(300);
    expect(faultsOf(cases)).toEqual([]);
  });

  it("agrees with the ids in the titles of the tests", () => {
    const idsTested = new Set(testFiles().flatMap((file) => idsInTitles(file, read(file))));
    expect(differences(cases, idsTested)).toEqual([]);
  });
});

const rows = (...lines: string[]) => readTestCases(["## ZZ. Planted", ...lines].join("\n"));
const row = (id: string, test: string) => `| ${id} | 0 | tried | happens | – | ${test} |`;

describe("ids in titles", () => {
  const idsIn = (source: string) => idsInTitles("planted.test.tsx", source);

  it("are found in strings, templates and tables, whatever the name of the test function", () => {
    const sources = {
      "ZZ-01": 'it("ZZ-01 works", () => {})',
      "ZZ-02": `test.concurrent.each([1])(\`ZZ-02 works \${count} times\`, async () => {})`,
      "ZZ-03": 'describe.skipIf(no)("ZZ-03", { timeout: 1 }, () => {})',
      "ZZ-04": 'story.extend("stack", fixture); limited("ZZ-04 works", async () => {})',
      "ZZ-05 ZZ-06": 'it.each([["ZZ-05", 1], ["ZZ-06 a log", 2]])("%s refuses %s", () => {})',
      "T7 I8": 'it("T7 I8 works with ZZ-09", () => {})',
      "A2 A10": 'it("A2 A10 works", () => {})',
    };
    for (const [ids, source] of Object.entries(sources)) expect(idsIn(source)).toEqual(ids.split(" "));
  });

  it("are not read from expectations, comments, table values or ids that a template fills in", () => {
    const sources = [
      'expect(found).toEqual(["ZZ-01 is wrong"]);',
      'expect(one.startsWith("ZZ-01 ")).toBe(true);',
      'expect(codes.get("ZZ-01 works", "409")).toBe(1);',
      '// it("ZZ-01 works", () => {})',
      `it(\`ZZ-0\${n} works\`, () => {})`,
      'it.each([["ZZ-01 a value"]])("takes %s", () => {})',
      'it("UTF-8 and SHA-256 work", () => {})',
    ];
    for (const source of sources) expect(idsIn(source), source).toEqual([]);
  });
});

describe("planted faults", () => {
  it("are reported: an id without a row, a `yes` row without a title, a `later` row with a title", () => {
    const cases = rows(row("ZZ-01", "yes"), row("ZZ-02", "yes"), row("ZZ-03", "later"), row("ZZ-04", "script"));
    expect(differences(cases, new Set(["ZZ-01", "ZZ-03", "ZZ-05"]))).toEqual([
      "ZZ-05: a title has it, no row does",
      "ZZ-02: the row says yes, no title has it",
      "ZZ-03: the row says later, a title has it",
    ]);
    expect(differences(cases, new Set(["ZZ-01", "ZZ-02", "ZZ-04"]))).toEqual([]);
  });

  it("are reported: a duplicate row, a row out of order, a row in the wrong group", () => {
    const cases = rows(row("ZZ-02", "yes"), row("ZZ-10", "yes"), row("ZZ-09", "yes"), row("ZY-10", "yes"));
    expect(faultsOf([...cases, ...rows(row("ZZ-02", "later"))])).toEqual([
      "ZZ-02: has 2 rows",
      "ZZ-09: stands after ZZ-10",
      "ZY-10: stands in the group of ZZ-09",
      "ZZ-02: stands in the group of ZY-10",
    ]);
  });

  it.each([
    "| ZZ-01 | 0 | tried |  | – | yes |",
    "| ZZ-01 | 0 | tried | happens | yes |",
    "| ZZ-01 | 0 | tried | happens | – | soon |",
    "| ZZ-01 | high | tried | happens | – | yes |",
    "| ZZ-01 | 0 | tried | happens | – | yes",
    "| ZZ-01 | 0 | a | b | happens | – | yes |",
  ])("are reported: the incomplete row %s", (line) => {
    expect(faultsOf(rows(line))).toEqual(["ZZ-01: the row is not complete"]);
    expect(faultsOf(rows(row("ZZ-01", "yes")))).toEqual([]);
  });
});
