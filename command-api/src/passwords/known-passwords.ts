import { readFileSync } from "node:fs";

/** Sorted by bytes, one a line, in lower case; made by `build-known-passwords.ts`. */
const listFile = new URL("./known-passwords.txt", import.meta.url);

const newline = 0x0a;
let list: Buffer | null = null;

/** Whether it is one of the 100,000 most common passwords of at least eight characters, in whatever case. */
export function isCommon(password: string): boolean {
  list ??= readFileSync(listFile);
  const wanted = Buffer.from(password.toLowerCase());
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = list.lastIndexOf(newline, middle - 1) + 1;
    const end = list.indexOf(newline, middle);
    const order = Buffer.compare(wanted, list.subarray(start, end));
    if (order === 0) return true;
    if (order < 0) high = start;
    else low = end + 1;
  }
  return false;
}

const product = "attestory";

/** "ada1990!" is "ada" with what is put beside it first: from the first letter to the last one. */
function bare(text: string): string {
  const emails = [...text.toLowerCase().matchAll(/\p{L}/gu)];
  const [first, last] = [emails[0], emails.at(-1)];
  return first && last ? text.toLowerCase().slice(first.index, last.index + last[0].length) : "";
}

/** What a refusal of such a password says. */
export const knownPasswordText =
  "Other people use this password, or it is your name or address. Choose one that nobody would try first.";

export interface PasswordOwner {
  email?: string | null | undefined;
  username?: string | null | undefined;
}

/** Whether a guesser would try it first: a common one, the person's own name or address, or the product's name. */
export function isKnownPassword(password: string, { email, username }: PasswordOwner): boolean {
  const core = bare(password);
  const names = [product, username, email, email?.slice(0, email.lastIndexOf("@"))];
  const isName = (name: string | null | undefined) =>
    name && (name.toLowerCase() === password.toLowerCase() || (core !== "" && bare(name) === core));
  return names.some(isName) || isCommon(password);
}
