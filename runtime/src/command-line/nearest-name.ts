/** The name that was probably meant: the nearest of these, if it takes at most so many edits. Upper and lower case count as equal. */
export function nearestName(given: string, names: Iterable<string>, mostEdits = 2): string | null {
  let nearest: string | null = null;
  let fewest = mostEdits + 1;
  for (const name of names) {
    const edits = editsBetween(given.toLowerCase(), name.toLowerCase());
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/** How many characters to insert, remove, replace or swap with their neighbour (Damerau's distance with adjacent transpositions). */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? Number.POSITIVE_INFINITY;
