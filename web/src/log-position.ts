/** A log position is `<generation>-<position>`, as a command's answer carries it. */
const pattern = /^(\d{1,9})-(\d{1,19})$/;

function parts(text: string | null): readonly [bigint, bigint] | null {
  const [, generation, position] = pattern.exec(text ?? "") ?? [];
  return generation && position ? [BigInt(generation), BigInt(position)] : null;
}

/** Returns the later of two positions, so that answers that arrive out of order never move a reader back. */
export function laterPosition(known: string | null, seen: string | null): string | null {
  const a = parts(known);
  const b = parts(seen);
  if (!a || !b) return b ? seen : known;
  const seenIsLater = b[0] === a[0] ? b[1] > a[1] : b[0] > a[0];
  return seenIsLater ? seen : known;
}
