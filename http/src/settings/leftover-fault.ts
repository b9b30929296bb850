import { visible } from "./received-value.ts";

/**
 * What a file with settings left in a variable's value and no value of ours has: white space at an end (a file from Windows ends its lines in a
 * carriage return), control characters, and quotes around it (`docker run --env-file` keeps them). Null if there is nothing of it.
 * Names these characters, but not the value, which may be a secret.
 */
export function leftoverFault(value: string): string | null {
  const before = value.slice(0, value.length - value.trimStart().length);
  const after = value.slice(value.trimEnd().length);
  if (before) return `must be without white space at its start: received "${visible(before)}" there`;
  if (after) return `must be without white space at its end: received "${visible(after)}" there`;
  const [control] = /\p{Cc}/u.exec(value) ?? [];
  if (control !== undefined) return `must be without control characters: received "${visible(control)}" in it`;
  const [quoted, quote] = /^(["'`]).*\1$/.exec(value) ?? [];
  return quoted === undefined ? null : `must be without quotes around it: received ${quote}…${quote}`;
}
