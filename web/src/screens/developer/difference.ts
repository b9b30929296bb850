/** Two texts, split where they begin and cease to differ. */
export type Difference = { before: string; received: string; expected: string; after: string };

/** The part in which what was sent differs from what is registered, with the parts before and after it that are equal. */
export function differenceOf(received: string, expected: string): Difference {
  const [ours, theirs] = [[...received], [...expected]];
  const shortest = Math.min(ours.length, theirs.length);
  let start = 0;
  while (start < shortest && ours[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < shortest - start && ours.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  const middle = (text: readonly string[]) => text.slice(start, text.length - end).join("");
  return {
    before: ours.slice(0, start).join(""),
    received: middle(ours),
    expected: middle(theirs),
    after: ours.slice(ours.length - end).join(""),
  };
}
