import { expect, it } from "vitest";
import { leftoverFault } from "./leftover-fault.ts";

const values: [value: string, due: string | null][] = [
  ["/var/lib/attestory\r", 'must be without white space at its end: received "\\r" there'],
  ["smtp://mail.example.com  ", 'must be without white space at its end: received "  " there'],
  ["\ton", 'must be without white space at its start: received "\\t" there'],
  ["data\u00a0", 'must be without white space at its end: received "\\u00a0" there'],
  ["\r", 'must be without white space at its start: received "\\r" there'],
  ["da\u0000ta", 'must be without control characters: received "\\u0000" in it'],
  ["da\u0085ta", 'must be without control characters: received "\\u0085" in it'],
  ['"/var/lib/attestory"', 'must be without quotes around it: received "…"'],
  ["'on'", "must be without quotes around it: received '…'"],
  ['""', 'must be without quotes around it: received "…"'],
  ["", null],
  ["/var/lib/my data", null],
  ["it's", null],
  ['"', null],
  ["c2VjcmV0IHNlY3JldCBzZWNyZXQ=", null],
];

it.each(values)("FA-07 sees what a file with settings left in a value: %j", (value, due) => {
  expect(leftoverFault(value)).toBe(due);
});
