import { type ProblemAnswer, problem, withFields } from "../routing/problem.ts";

const maxDepth = 32;
const dangerous = new Set(["__proto__", "constructor", "prototype"]);

const refuse = (code: string, message: string) => problem(400, code, message);

/** The index of the quote that ends the string starting at `start`, or -1. */
const stringEnd = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
};

/** The text of a string token; null if malformed. */
const unescapeToken = (token: string): string | null => {
  if (!token.includes("\\")) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return null;
  }
};

const nameFault = (name: string, names: Set<string>): ProblemAnswer | null => {
  if (dangerous.has(name)) return refuse("forbidden_field", "The body holds a field name that is not allowed");
  if (names.has(name)) {
    const refusal = refuse("duplicate_field", "The body names a field twice");
    return withFields(refusal, { [name]: "This field was given twice" });
  }
  names.add(name);
  return null;
};

/** State of the scan: the names seen in each open object (null for an array), and whether a name comes next. */
interface Scan {
  readonly levels: (Set<string> | null)[];
  nameComes: boolean;
}

const stringFault = (token: string, scan: Scan): ProblemAnswer | null => {
  const string = unescapeToken(token);
  if (string === null) return null;
  if (!string.isWellFormed()) return refuse("invalid_text", "The body holds half a surrogate pair");
  const names = scan.nameComes ? scan.levels.at(-1) : null;
  scan.nameComes = false;
  return names ? nameFault(string, names) : null;
};

const structureFault = (character: string | undefined, scan: Scan): ProblemAnswer | null => {
  if (character === "{" || character === "[") {
    scan.nameComes = character === "{";
    if (scan.levels.push(scan.nameComes ? new Set() : null) > maxDepth) {
      return refuse("body_too_deep", `The body is nested more than ${maxDepth} levels deep`);
    }
  } else if (character === "}" || character === "]") {
    scan.levels.pop();
    scan.nameComes = false;
  } else if (character === ",") {
    scan.nameComes = scan.levels.at(-1) instanceof Set;
  }
  return null;
};

/**
 * Finds what `JSON.parse` accepts: duplicate names, dangerous names, half surrogate pairs, too many levels. It checks
 * structure only; the parser decides whether the text is JSON at all. Null if there is no such fault.
 */
export const scanJson = (text: string): ProblemAnswer | null => {
  const scan: Scan = { levels: [], nameComes: false };
  for (let at = 0; at < text.length; at++) {
    const start = at;
    if (text[at] === '"') at = stringEnd(text, at);
    if (at === -1) return null;
    const fault = at > start ? stringFault(text.slice(start, at + 1), scan) : structureFault(text[at], scan);
    if (fault) return fault;
  }
  return null;
};
