import { type CallExpression, parseSync, type StringLiteral, type TemplateLiteral } from "@swc/core";

/** A row of docs/test-cases.md. */
export interface TestCase {
  id: string;
  /** The heading above the row. */
  group: string;
  /** `yes`, `later` or `script`. */
  test: string;
  isComplete: boolean;
}

const idForm = /^(?<prefix>[A-Z]{2}-|[ABDISTU])(?<number>\d+)$/;
const idsAtStart = /^(?:(?:[A-Z]{2}-|[ABDISTU])\d+(?: |$))+/;
const columns = 6;

/** Every table row of the page, including incomplete ones. */
export function readTestCases(page: string): TestCase[] {
  const cases: TestCase[] = [];
  let group = "";
  for (const line of page.split("\n")) {
    if (line.startsWith("#")) group = line;
    if (!line.startsWith("|") || /^\| (?:Id|---) \|/.test(line)) continue;
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [id = "", priority = ""] = cells;
    const test = cells.at(-1) ?? "";
    const isComplete =
      cells.length === columns &&
      cells.every((cell) => cell !== "") &&
      idForm.test(id) &&
      /^[012–]$/.test(priority) &&
      /^(?:yes|later|script)$/.test(test);
    cases.push({ id, group, test, isComplete });
  }
  return cases;
}

type Searched = CallExpression | StringLiteral | TemplateLiteral;

function nodesOf<Type extends Searched["type"]>(tree: object, type: Type): Extract<Searched, { type: Type }>[] {
  const found: Extract<Searched, { type: Type }>[] = [];
  JSON.stringify(tree, (_key, node) => {
    if (node?.type === type) found.push(node);
    return node;
  });
  return found;
}

/** The text of a string or a template, with … in place of each expression; empty for anything else. */
function textOf(node: { type: string } | undefined): string {
  if (node?.type === "StringLiteral") return (node as StringLiteral).value;
  if (node?.type !== "TemplateLiteral") return "";
  return (node as TemplateLiteral).quasis.map(({ cooked }) => cooked).join("…");
}

const functions = ["ArrowFunctionExpression", "FunctionExpression", "Identifier"];

/** The titles in a test file. A title is a call's first argument before a function: `it("…", () => {})`. */
export function titlesIn(file: string, source: string): string[] {
  const program = parseSync(source, { syntax: "typescript", tsx: file.endsWith("x"), target: "es2024" });
  return nodesOf(program, "CallExpression").flatMap(({ callee, arguments: [first, ...others] }) => {
    if (!others.some(({ expression }) => functions.includes(expression.type))) return [];
    const title = textOf(first?.expression);
    // In `it.each(table)("%s …")`, the title starts with a string from the table.
    const isFilled = /^[%$]/.test(title) && callee.type === "CallExpression";
    return isFilled ? nodesOf(callee, "StringLiteral").map(({ value }) => value) : [title];
  });
}

export const idsAtStartOf = (title: string): string[] => idsAtStart.exec(title)?.[0].trimEnd().split(" ") ?? [];

/** The ids at the start of the titles in a test file. */
export const idsInTitles = (file: string, source: string): string[] => titlesIn(file, source).flatMap(idsAtStartOf);

const partsOf = (id: string) => {
  const { prefix = "", number = "" } = idForm.exec(id)?.groups ?? {};
  return { prefix, number: Number(number) };
};

/** Faults of the page itself; each names the id. */
export function faultsOf(cases: readonly TestCase[]): string[] {
  const faults = cases.filter(({ isComplete }) => !isComplete).map(({ id }) => `${id}: the row is not complete`);
  for (const [id, rows] of Map.groupBy(cases, (row) => row.id)) {
    if (rows.length > 1) faults.push(`${id}: has ${rows.length} rows`);
  }
  for (const rows of Map.groupBy(cases, ({ group }) => group).values()) {
    faults.push(...rows.slice(1).flatMap(({ id }, at) => orderFault(rows[at]?.id ?? "", id) ?? []));
  }
  return faults;
}

/** Why an id must not follow the id before it; null if it may. */
function orderFault(before: string, id: string): string | null {
  const [left, right] = [partsOf(before), partsOf(id)];
  if (left.prefix !== right.prefix) return `${id}: stands in the group of ${before}`;
  return left.number > right.number ? `${id}: stands after ${before}` : null;
}

/** Differences between the page and the titles; each names the id. */
export function differences(cases: readonly TestCase[], idsTested: ReadonlySet<string>): string[] {
  const listed = new Set(cases.map(({ id }) => id));
  const unknown = [...idsTested].filter((id) => !listed.has(id)).map((id) => `${id}: a title has it, no row does`);
  const untested = cases.filter(({ id, test }) => test === "yes" && !idsTested.has(id));
  const testedLater = cases.filter(({ id, test }) => test === "later" && idsTested.has(id));
  return [
    ...unknown,
    ...untested.map(({ id }) => `${id}: the row says yes, no title has it`),
    ...testedLater.map(({ id }) => `${id}: the row says later, a title has it`),
  ];
}
