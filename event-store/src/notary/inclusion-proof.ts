import { type MerkleTree, nodeHash, peakSizes, splitOf } from "./merkle-tree.ts";

/** Shows that an entry is in a tree: RFC 6962 section 2.1.1. */
export interface InclusionProof {
  /** From 0. */
  index: number;
  /** Of the tree. */
  size: number;
  /** The siblings on the way from the entry to the root. */
  path: readonly Buffer[];
}

/**
 * The proof for one of the entries that were added last. `before`: the tree without them. `leaves`: their hashes, in order. `index`
 * counts all entries.
 * @throws RangeError if the entry is none of them
 */
export function inclusionProof(before: MerkleTree, leaves: readonly Buffer[], index: number): InclusionProof {
  const size = before.size + leaves.length;
  if (index < before.size || index >= size) throw new RangeError(`entry ${index} is not in ${before.size} to ${size}`);
  const rootOf = subtreeRoots(before, leaves);
  const path: Buffer[] = [];
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const middle = from + splitOf(to - from);
    const isLeft = index < middle;
    path.unshift(isLeft ? rootOf(middle, to) : rootOf(from, middle));
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return { index, size, path };
}

/** The root of the entries from `from` up to, not including, `to`. What is left of them is known by its peaks alone. */
function subtreeRoots(before: MerkleTree, leaves: readonly Buffer[]) {
  const peaks = new Map<string, Buffer>();
  let start = 0;
  for (const [at, size] of peakSizes(before.size).entries()) {
    const peak = before.peaks[at];
    if (peak) peaks.set(`${start} ${start + size}`, peak);
    start += size;
  }
  const rootOf = (from: number, to: number): Buffer => {
    const known = peaks.get(`${from} ${to}`) ?? (to - from === 1 ? leaves[from - before.size] : undefined);
    if (known) return known;
    const middle = from + splitOf(to - from);
    return nodeHash(rootOf(from, middle), rootOf(middle, to));
  };
  return rootOf;
}

/** The root of the tree that the proof leads to from the hash of an entry. Null if it is no proof. */
export function rootByProof(leaf: Buffer, { index, size, path }: InclusionProof): Buffer | null {
  if (index < 0 || index >= size) return null;
  const sibling = path.at(-1);
  if (size === 1 || !sibling) return size === 1 && !sibling ? leaf : null;
  const split = splitOf(size);
  const rest = path.slice(0, -1);
  const isLeft = index < split;
  const part = isLeft ? { index, size: split, path: rest } : { index: index - split, size: size - split, path: rest };
  const root = rootByProof(leaf, part);
  return root && (isLeft ? nodeHash(root, sibling) : nodeHash(sibling, root));
}
