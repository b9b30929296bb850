import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InclusionProver, rootByProof } from "./inclusion-proof.ts";
import { leafHash, MerkleTree, nodeHash, splitOf } from "./merkle-tree.ts";

const entries = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
/** Of the first 0 to 8 entries, as in the tests of Certificate Transparency. */
const knownRoots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** The definition of RFC 6962 section 2.1, as it stands there. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (!only) return hash("sha256", "", "buffer");
  if (leaves.length === 1) return only;
  const split = splitOf(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

const hexLeaf = (entry: string) => leafHash(Buffer.from(entry, "hex"));
const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => leafHash(`entry ${at}`));
function treeOf(leaves: readonly Buffer[]): MerkleTree {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.append(leaf);
  return tree;
}

/** Of the entry `index` of the leaves, of which the first `before` are known as a tree alone. */
function proofOf(leaves: readonly Buffer[], { before, index }: { before: number; index: number }) {
  const prover = new InclusionProver(treeOf(leaves.slice(0, before)));
  for (const [at, leaf] of leaves.entries()) {
    if (at === index) prover.appendProved(leaf);
    else if (at >= before) prover.append(leaf);
  }
  return prover.finish();
}

describe("the Merkle tree of the log", () => {
  it("has the roots of the known examples", () => {
    const roots = knownRoots.map((_, size) => treeOf(entries.slice(0, size).map(hexLeaf)).root());
    expect(roots.map((root) => root.toString("hex"))).toEqual(knownRoots);
  });

  it("has the root of the definition at every size, also continued from its peaks", () => {
    const leaves = leavesOf(70);
    for (let size = 0; size <= leaves.length; size++) {
      const tree = treeOf(leaves.slice(0, size));
      expect(tree.root()).toEqual(rootOf(leaves.slice(0, size)));
      const continued = new MerkleTree(size, tree.peaks);
      for (const leaf of leaves.slice(size)) continued.append(leaf);
      expect(continued.root()).toEqual(rootOf(leaves));
    }
    expect(() => new MerkleTree(3, [leafHash("")])).toThrow(RangeError);
  });

  it("proves each entry after any earlier tree, and nothing else", () => {
    const sizes = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 40 })).chain(([before, more]) =>
      fc.record({
        before: fc.constant(before),
        size: fc.constant(before + more),
        index: fc.integer({ min: before, max: before + more - 1 }),
        other: fc.nat(200),
      }),
    );
    fc.assert(
      fc.property(sizes, ({ before, size, index, other }) => {
        const leaves = leavesOf(size);
        const root = rootOf(leaves);
        const leaf = leaves[index] as Buffer;
        const proven = proofOf(leaves, { before, index });
        if (!proven) throw new Error("no proof");
        const { proof } = proven;
        expect(proven).toMatchObject({ root, proof: { index, size } });
        expect(rootByProof(leaf, proof)).toEqual(root);
        if (other !== index) expect(rootByProof(leaf, { ...proof, index: other })).not.toEqual(root);
        expect(rootByProof(leafHash("another"), proof)).not.toEqual(root);
        expect(rootByProof(leaf, { ...proof, path: proof.path.slice(1) })).not.toEqual(size === 1 ? null : root);
        expect(rootByProof(leaf, { ...proof, path: [...proof.path, leaf] })).not.toEqual(root);
      }),
    );
    expect(proofOf(leavesOf(5), { before: 3, index: 5 })).toBeNull();
  });
});
