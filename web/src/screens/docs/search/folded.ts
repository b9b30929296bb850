const foldCharacter = (character: string) => character.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** A text without accents and capitals, as it is compared. */
export const fold = (text: string): string => Array.from(text, foldCharacter).join("");

/** The words that were typed. */
export const wordsOf = (typed: string): string[] => [...new Set(fold(typed).split(/\s+/).filter(Boolean))];

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const beginsWord = (folded: string, at: number) => !isLetter(folded[at - 1]);
/** Two letters are somewhere in every text, so they count only where a word begins. */
const isShort = (word: string) => word.length < 3;

/** Every place of a word in a folded text. */
export function placesOf(word: string, folded: string): number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
    if (!isShort(word) || beginsWord(folded, at)) places.push(at);
  }
  return places;
}

export const has = (folded: string, word: string): boolean => placesOf(word, folded).length > 0;

export const hasAtStart = (folded: string, word: string): boolean =>
  placesOf(word, folded).some((at) => beginsWord(folded, at));

export interface Piece {
  text: string;
  isMarked: boolean;
}

/** The text in pieces: those that are one of the words, and what is between. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const characters = Array.from(text);
  const parts = characters.map(foldCharacter);
  const folded = parts.join("");
  // Of each letter of the folded text, the character that it comes from.
  const origin = parts.flatMap((part, at) => Array.from({ length: part.length }, () => at));
  const marks = new Set(
    words.flatMap((word) => placesOf(word, folded).flatMap((at) => origin.slice(at, at + word.length))),
  );
  const pieces: Piece[] = [];
  for (const [at, character] of characters.entries()) {
    const isMarked = marks.has(at);
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += character;
    else pieces.push({ text: character, isMarked });
  }
  return pieces;
}

const shownBefore = 40;
const longest = 140;

/** The part of a long text in which most of the words are, in whole words. */
export function excerpt(text: string, words: readonly string[]): string {
  if (text.length <= longest) return text;
  const folded = fold(text);
  const places = words.map((word) => placesOf(word, folded));
  const after = (from: number) =>
    places.filter((all) => all.some((at) => at >= from && at < from + longest - shownBefore)).length;
  const all = places.flat().sort((one, other) => one - other);
  const first = all.reduce((best, at) => (after(at) > after(best) ? at : best), all[0] ?? 0);
  const from = first <= shownBefore ? 0 : text.lastIndexOf(" ", first - shownBefore) + 1;
  const end = text.lastIndexOf(" ", from + longest);
  const isWhole = from + longest >= text.length;
  const part = text.slice(from, isWhole || end <= first ? from + longest : end).trim();
  return `${from > 0 ? "…" : ""}${part}${isWhole ? "" : "…"}`;
}
