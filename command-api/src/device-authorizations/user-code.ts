import { randomInt } from "node:crypto";

/** No vowels, so that no code is a word, and neither digits nor Y (RFC 8628 section 6.1): none is taken for another. */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;
const form = new RegExp(`^[${letters}]{${length}}$`);

/** 20^8, or 34.6 bits: see docs/decisions/sign-in-on-a-device.md for why that is enough. */
export const newUserCode = (): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join("");

/** As a device shows it: XXXX-XXXX. */
export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code that was typed, in whatever case, with blanks and hyphens anywhere. Null if it is none. */
export function typedUserCode(text: string): string | null {
  const code = text.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  return form.test(code) ? code : null;
}

/** The key of the stream of a code's request. The code itself is not stored. */
export const userCodeKey = (code: string, hmac: (...parts: string[]) => string): string => hmac("user code", code);
