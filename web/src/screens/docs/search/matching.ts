import type { Entry, Line } from "./entry.ts";
import { fold, has, hasAtStart, wordsOf } from "./folded.ts";

interface FoldedLine {
  line: Line;
  text: string;
}

/** An entry, ready to be compared. */
interface Folded {
  entry: Entry;
  titles: readonly string[];
  title: string;
  lines: readonly FoldedLine[];
  text: string;
}

export interface Found {
  entry: Entry;
  /** Shown below the title. */
  line: Line | undefined;
  /** Compared from the left: the larger comes first. */
  rank: readonly number[];
}

export type Index = readonly Folded[];

export function indexOf(entries: readonly Entry[]): Index {
  return entries.map((entry) => {
    const titles = [entry.title, ...(entry.name ? [entry.name] : []), ...(entry.otherNames ?? [])].map(fold);
    const lines = entry.lines.map((line) => ({ line, text: fold(`${line.text} ${line.unseen ?? ""}`) }));
    return { entry, titles, title: titles.join(" "), lines, text: lines.map(({ text }) => text).join(" ") };
  });
}

/** The entries in which each word occurs, the best first; of equals, in the order of the index. */
export function find(index: Index, typed: string): Found[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const phrase = fold(typed).trim().replaceAll(/\s+/g, " ");
  return index
    .filter(({ title, text }) => words.every((word) => has(title, word) || has(text, word)))
    .map((folded) => foundIn(folded, words, phrase))
    .sort((one, other) => compareRanks(other.rank, one.rank));
}

function foundIn(folded: Folded, words: readonly string[], phrase: string): Found {
  const { entry, titles, title, text } = folded;
  const inTitle = words.filter((word) => has(title, word));
  const isPhrase = text.includes(phrase);
  const rank = [
    inTitle.length,
    likeness(titles, phrase),
    // The more a title is about nothing else.
    has(title, phrase) ? phrase.length / entry.title.length : 0,
    words.filter((word) => hasAtStart(title, word)).length,
    Number(isPhrase),
    words.filter((word) => hasAtStart(text, word)).length,
  ];
  // A call is known by its name; else the first line says what it is.
  const known = entry.name === undefined ? entry.lines[0] : undefined;
  return { entry, rank, line: inTitle.length === words.length ? known : bestLine(folded, words, phrase) };
}

/** How much a title is like what was typed: it is that, begins with it, or has it inside. */
function likeness(titles: readonly string[], phrase: string): number {
  if (titles.includes(phrase)) return 3;
  if (titles.some((title) => title.startsWith(phrase))) return 2;
  return titles.some((title) => has(title, phrase)) ? 1 : 0;
}

function bestLine({ lines }: Folded, words: readonly string[], phrase: string): Line | undefined {
  const worth = ({ text }: FoldedLine) =>
    words.filter((word) => has(text, word)).length + (text.includes(phrase) ? 1 : 0);
  const best = Math.max(...lines.map(worth));
  return lines.find((line) => worth(line) === best)?.line;
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

export interface Group {
  name: string;
  found: readonly Found[];
  /** How many more there are. */
  more: number;
}

/** By the part of the documentation that they are in. The group with the best entry comes first. */
export function grouped(found: readonly Found[], most: number): Group[] {
  return [...Map.groupBy(found, ({ entry }) => entry.group)].map(([name, all]) => ({
    name,
    found: all.slice(0, most),
    more: Math.max(0, all.length - most),
  }));
}
