import { hash } from "node:crypto";

/** The Merkle tree of RFC 6962 section 2.1, with SHA-256. Hashes are 32 bytes. */

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** A string stands for its UTF-8. */
export const leafHash = (entry: Uint8Array | string): Buffer =>
  hash("sha256", typeof entry === "string" ? `\0${entry}` : Buffer.concat([leafPrefix, entry]), "buffer");

/** Reused: a node is hashed for every event of a log that is verified. */
const node = Buffer.alloc(65, nodePrefix);

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1);
  node.set(right, 33);
  return hash("sha256", node, "buffer");
}

/** MTH of no entries. */
const emptyRoot = (): Buffer => hash("sha256", "", "buffer");

/** Called with the roots of two subtrees, and that of the one that they became. */
type OnJoin = (left: Buffer, right: Buffer, parent: Buffer) => void;

/**
 * A tree that grows, and keeps only the roots of its complete subtrees ("peaks"), the largest first: one for each binary digit 1 of its
 * size. They suffice for the root, and for every later one.
 */
export class MerkleTree {
  #size: number;
  readonly #peaks: Buffer[];
  readonly #onJoin: OnJoin | undefined;

  /** @throws RangeError if a tree of this size has another number of peaks */
  constructor(size = 0, peaks: readonly Buffer[] = [], onJoin?: OnJoin) {
    if (peaks.length !== peakSizes(size).length) throw new RangeError(`a tree of ${size} has no ${peaks.length} peaks`);
    this.#size = size;
    this.#peaks = [...peaks];
    this.#onJoin = onJoin;
  }

  get size(): number {
    return this.#size;
  }

  get peaks(): readonly Buffer[] {
    return this.#peaks;
  }

  append(leaf: Buffer): void {
    let node = leaf;
    // Each complete subtree of the same size on its left becomes one with it, as digits are carried in an addition.
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2)
      node = this.#join(this.#peaks.pop() ?? node, node);
    this.#peaks.push(node);
    this.#size++;
  }

  root(): Buffer {
    return (
      this.#peaks.reduceRight<Buffer | null>((right, peak) => (right ? this.#join(peak, right) : peak), null) ??
      emptyRoot()
    );
  }

  #join(left: Buffer, right: Buffer): Buffer {
    const parent = nodeHash(left, right);
    this.#onJoin?.(left, right, parent);
    return parent;
  }
}

/** The sizes of the complete subtrees of a tree, the largest first: the powers of two that add up to its size. */
function peakSizes(size: number): number[] {
  const sizes: number[] = [];
  for (let power = 1, rest = size; rest > 0; power *= 2, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) sizes.unshift(power);
  }
  return sizes;
}

/** The largest power of two below `size`, which is at least 2: where RFC 6962 splits a tree. */
export function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
