/** Marks above and below letters of Latin, Greek and Cyrillic; points of Hebrew and Arabic, which most people leave out. */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** Letters that are no other letter with a mark, by what is typed where a keyboard lacks them. */
const typed: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ς: "σ",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "‐": "-",
  "‑": "-",
  "–": "-",
};
const others = new RegExp(`[${Object.keys(typed).join("")}]`, "g");

/** Some letters are eighteen in the compared form. A place in a list has the text in it, and must fit into the address of the next page. */
const mostCompared = 200;

/**
 * The beginning of a text as it is compared in a search: case, accents and the width of letters do not matter, and letters that most
 * keyboards lack are what people type for them.
 */
export const searchable = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(marks, "")
    .toLowerCase()
    .replace(others, (letter) => typed[letter] ?? letter)
    .normalize("NFC")
    .slice(0, mostCompared)
    .toWellFormed();
