import { idsAtStartOf } from "./test-cases.ts";

/** A row of docs/asvs.md. */
export interface AsvsRow {
  item: string;
  level: string;
  /** `claimed`, `partly`, `no` or `n/a`. */
  claim: string;
  how: string;
  shownBy: string;
  cells: number;
}

/** What a row says about one place: files to read, or a test file with ids and titles in it. */
interface Reference {
  files: string[];
  isReview: boolean;
  ids: string[];
  titles: string[];
}

/** The titles of the tests in a file; null if there is no such file. */
export type TitlesOf = (file: string) => readonly string[] | null;

const columns = 6;
const isTest = (file: string) => /(?:\.test|[.-]contract)\.tsx?$/.test(file);

export const readAsvsRows = (page: string): AsvsRow[] =>
  page
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const cells = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      const [item = "", level = "", , claim = "", how = "", shownBy = ""] = cells;
      return { item, level, claim, how, shownBy, cells: cells.length };
    });

const matchesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** `file` ID, ID, "a title"; by review: `file`, `file` */
const referencesIn = (shownBy: string): Reference[] =>
  shownBy.split("; ").map((text) => {
    const words = text.replaceAll(/`[^`]*`|"[^"]*"/g, "");
    return {
      files: matchesOf(text, /`([^`]*)`/g),
      isReview: words.startsWith("by review:"),
      ids: matchesOf(words, /\b([A-Z]{1,2}-?\d+)\b/g),
      titles: matchesOf(text, /"([^"]*)"/g),
    };
  });

/** What is wrong with the rows of the page; each fault names its item. */
export function faultsOfAsvs(rows: readonly AsvsRow[], titlesOf: TitlesOf): string[] {
  const faults = rows.flatMap((row) =>
    [
      ...faultsOfRow(row),
      ...(row.shownBy === "" ? [] : referencesIn(row.shownBy)).flatMap((one) => faultsOfReference(one, titlesOf)),
    ].map((fault) => `${row.item}: ${fault}`),
  );
  const twice = rows.filter(({ item }, at) => rows.findIndex((one) => one.item === item) !== at);
  return [...faults, ...twice.map(({ item }) => `${item}: has two rows`)];
}

function faultsOfRow({ level, claim, how, shownBy, cells }: AsvsRow): string[] {
  const isKnown = /^[123]$/.test(level) && ["claimed", "partly", "no", "n/a"].includes(claim);
  if (cells !== columns || !isKnown) return ["the row is not complete"];
  if (claim !== "claimed" && how === "") return ["says nothing of what is missing"];
  return shownBy === "" && (claim === "claimed" || claim === "partly") ? ["names nothing that shows it"] : [];
}

function faultsOfReference({ files, isReview, ids, titles }: Reference, titlesOf: TitlesOf): string[] {
  const missing = files.filter((file) => titlesOf(file) === null).map((file) => `there is no ${file}`);
  if (missing.length > 0 || (isReview && files.length > 0)) return missing;
  const [file = ""] = files;
  if (files.length !== 1 || !isTest(file) || ids.length + titles.length === 0) return [`no test is named: ${file}`];
  const found = titlesOf(file) ?? [];
  const idsFound = new Set(found.flatMap(idsAtStartOf));
  return [
    ...ids.filter((id) => !idsFound.has(id)).map((id) => `${file} has no ${id}`),
    ...titles.filter((title) => !found.some((one) => one.includes(title))).map((title) => `${file} has no "${title}"`),
  ];
}
