import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOfAsvs, readAsvsRows } from "./asvs.ts";
import { titlesIn } from "./test-cases.ts";

const root = dirname(import.meta.dirname);
const read = (file: string) => readFileSync(join(root, file), "utf8");

it("docs/asvs.md names files, cases and titles that are there, for all that it claims", () => {
  const rows = readAsvsRows(read("docs/asvs.md"));
  expect(rows.length).toBeGreaterThan(150);
  const parsed = new Map<string, string[]>();
  const titlesOf = (file: string) => {
    if (!existsSync(join(root, file))) return null;
    const titles = parsed.get(file) ?? (/\.tsx?$/.test(file) ? titlesIn(file, read(file)) : []);
    parsed.set(file, titles);
    return titles;
  };
  expect(faultsOfAsvs(rows, titlesOf)).toEqual([]);
});

describe("the four chapters that it claims as a whole", () => {
  const page = read("docs/asvs.md");
  const rows = readAsvsRows(page).filter(({ item }) => /^(?:6|7|9|10)\./.test(item) && !item.startsWith("10.5."));

  it("have every item", () => {
    const sizes = { "6.1": 3, "6.2": 12, "6.3": 8, "6.4": 6, "6.5": 8, "6.6": 4, "6.7": 2, "6.8": 4 };
    const others = { "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 3, "7.6": 2, "9.1": 3, "9.2": 4 };
    const ofOAuth = { "10.1": 2, "10.2": 3, "10.3": 5, "10.4": 16, "10.6": 2, "10.7": 3 };
    const expected = Object.entries({ ...sizes, ...others, ...ofOAuth }).flatMap(([section, size]) =>
      Array.from({ length: size }, (_, at) => `${section}.${at + 1}`),
    );
    expect(rows.map(({ item }) => item)).toEqual(expected);
  });

  it("are claimed at levels 1 and 2 but for the exceptions that it names first", () => {
    const excepted = rows.filter(({ level, claim }) => level !== "3" && ["partly", "no"].includes(claim));
    const [, named = ""] = /are claimed, except (.*?)\. Of level 3/s.exec(page) ?? [];
    expect(named.match(/\d+\.\d+\.\d+/g)).toEqual(excepted.map(({ item }) => item));
  });
});

const titles = { "a.test.ts": ["SE-01 is random", "ends at once"], "docs/a.md": [] };
const faultsIn = (...lines: string[]) =>
  faultsOfAsvs(
    readAsvsRows(lines.join("\n")),
    (file) => Object.entries(titles).find(([name]) => name === file)?.[1] ?? null,
  );

it.each([
  ['| 1.1.1 | 1 | short | claimed | | `a.test.ts` SE-01, "ends at once"; by review: `docs/a.md` |', []],
  ["| 1.1.1 | 1 | short | no | It does not | |", []],
  ["| 1.1.1 | 4 | short | claimed | | `a.test.ts` SE-01 |", ["1.1.1: the row is not complete"]],
  ["| 1.1.1 | 1 | short | yes | | `a.test.ts` SE-01 |", ["1.1.1: the row is not complete"]],
  ["| 1.1.1 | 1 | short | claimed | | |", ["1.1.1: names nothing that shows it"]],
  ["| 1.1.1 | 1 | short | no | | |", ["1.1.1: says nothing of what is missing"]],
  ["| 1.1.1 | 1 | short | claimed | | `a.test.ts` SE-02 |", ["1.1.1: a.test.ts has no SE-02"]],
  ['| 1.1.1 | 1 | short | claimed | | `a.test.ts` "begins" |', ['1.1.1: a.test.ts has no "begins"']],
  ["| 1.1.1 | 1 | short | claimed | | `a.test.ts` |", ["1.1.1: no test is named: a.test.ts"]],
  ["| 1.1.1 | 1 | short | claimed | | `docs/a.md` SE-01 |", ["1.1.1: no test is named: docs/a.md"]],
  ["| 1.1.1 | 1 | short | claimed | | by review: `docs/b.md` |", ["1.1.1: there is no docs/b.md"]],
])("tells what is wrong with the row %s", (line, faults) => {
  expect(faultsIn(line)).toEqual(faults);
});

it("tells of an item that has two rows", () => {
  const row = "| 1.1.1 | 1 | short | no | It does not | |";
  expect(faultsIn(row, row)).toEqual(["1.1.1: has two rows"]);
});
