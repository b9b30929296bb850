import type { Stored } from "./stored.ts";

/** I8: versions have no gaps, positions increase, and no id occurs twice. (Every read of the log verifies the checksums.) */
export function* outOfOrder({ events }: Stored): Generator<string> {
  const ids = new Set<string>();
  const versions = new Map<string, number>();
  let before = 0n;
  for (const { id, stream, version, position } of events) {
    if (ids.has(id)) yield `I8 the event ${id} stands in the log twice`;
    if (position <= before) yield `I8 position ${position} comes after ${before}`;
    const expected = (versions.get(stream) ?? 0) + 1;
    if (version !== expected) yield `I8 ${stream} goes on with version ${version} where ${expected} was due`;
    ids.add(id);
    versions.set(stream, version);
    before = position;
  }
}
