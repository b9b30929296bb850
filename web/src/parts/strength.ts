/** 1 weak, 2 fair, 3 good, 4 strong. */
export type Strength = 1 | 2 | 3 | 4;

const wellKnown = [
  "password passwort passw0rd qwerty qwertz azerty letmein welcome iloveyou sunshine princess football baseball basketball",
  "superman batman dragon monkey shadow master michael jennifer charlie trustno1 starwars pokemon whatever computer internet",
  "secret login admin administrator root guest changeme default hello summer winter spring autumn access flower cookie",
]
  .join(" ")
  .split(" ");

const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
const plain = (text: string) => text.toLowerCase().replace(/[013457@$]/g, (sign) => leet[sign] ?? sign);

const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const neighbours = new Set(rows.flatMap((row) => [...row].slice(1).flatMap((key, i) => [row[i] + key, key + row[i]])));

/** How many symbols an attacker must guess: a repeat or a row of neighbouring keys counts as one, a known word as a half. */
function guessedSymbols(password: string, personal: readonly string[]): number {
  let text = password.toLowerCase();
  let known = 0;
  for (const word of [...personal.map((word) => word.toLowerCase()), ...wellKnown]) {
    if (word.length < 4 || !(text.includes(word) || plain(text).includes(word))) continue;
    const at = text.includes(word) ? text.indexOf(word) : plain(text).indexOf(word);
    text = text.slice(0, at) + text.slice(at + word.length);
    known += 0.5;
  }
  const symbols = [...text.replace(/(.{1,12}?)\1+/gu, "$1\0")];
  return known + symbols.filter((symbol, i) => i === 0 || !neighbours.has((symbols[i - 1] ?? "") + symbol)).length;
}

function alphabet(password: string): number {
  const classes: ReadonlyArray<readonly [RegExp, number]> = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[ -/:-@[-`{-~]/, 33],
    [/[^\x20-\x7e]/, 100],
  ];
  return classes.reduce((size, [pattern, more]) => (pattern.test(password) ? size + more : size), 0);
}

/**
 * A quick estimate during typing, made in the browser and sent nowhere. `personal` is the user's own name and address,
 * which an attacker tries first. The service's check of known passwords overrides it.
 */
export function passwordStrength(password: string, personal: readonly string[] = []): Strength {
  const bits = guessedSymbols(password, personal) * Math.log2(Math.max(2, alphabet(password)));
  if ([...password].length < 8 || bits < 18) return 1;
  if (bits < 42) return 2;
  return bits < 68 ? 3 : 4;
}
