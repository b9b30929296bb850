import { MerkleTree, nodeHash, splitOf } from "./merkle-tree.ts";

/** Shows that an entry is in a tree: RFC 6962 section 2.1.1. */
export interface InclusionProof {
  /** From 0. */
  index: number;
  /** Of the tree. */
  size: number;
  /** The siblings on the way from the entry to the root. */
  path: readonly Buffer[];
}

/** Makes the proof of one entry from the hashes of the entries, in order. Of the tree it keeps no more than its peaks. */
export class InclusionProver {
  readonly #tree: MerkleTree;
  readonly #path: Buffer[] = [];
  #index = 0;
  /** The root of the largest subtree so far that has the entry; null before it. */
  #above: Buffer | null = null;

  /** `before`: the tree without the entries that are appended. */
  constructor(before: MerkleTree) {
    this.#tree = new MerkleTree(before.size, before.peaks, (left, right, parent) => {
      if (this.#above !== left && this.#above !== right) return;
      this.#path.push(this.#above === left ? right : left);
      this.#above = parent;
    });
  }

  append(leaf: Buffer): void {
    this.#tree.append(leaf);
  }

  /** The entry that is to be proved. */
  appendProved(leaf: Buffer): void {
    this.#index = this.#tree.size;
    this.#above = leaf;
    this.#tree.append(leaf);
  }

  /** After the last entry: the proof, and the root of the tree. Null if the entry was none of them. */
  finish(): { proof: InclusionProof; root: Buffer } | null {
    const root = this.#tree.root();
    return this.#above && { root, proof: { index: this.#index, size: this.#tree.size, path: this.#path } };
  }
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
