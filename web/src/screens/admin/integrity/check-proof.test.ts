import { expect, it } from "vitest";
import { checkProof, type EventProof } from "./check-proof.ts";
import recorded from "./testing/proofs-of-seven-events.json" with { type: "json" };

/** What the service answered for each event of a log of seven, in which a subtree of every size is incomplete. */
const proofs: readonly EventProof[] = recorded;
const [first, second] = proofs;
if (!(first && second)) throw new Error("no proofs were recorded");
const { subtle } = crypto;

it("LG-06 finds each event in the log that was signed", async () => {
  for (const [index, proof] of proofs.entries()) {
    const proven = { outcome: "proven", number: index + 1, size: 7, signature: "right" };
    expect(await checkProof(`backups@${index + 1}`, proof, subtle)).toEqual(proven);
  }
});

it("LG-06 finds an event by its id, too", async () => {
  const [, , id] = JSON.parse(first.bytes);
  expect(await checkProof(id, first, subtle)).toMatchObject({ outcome: "proven", number: 1 });
  expect(await checkProof(id, second, subtle)).toEqual({ outcome: "failed", reason: otherEvent });
});

const otherEvent = "The answer is about another event.";
const otherLog = "The checkpoint is none of this log.";
const otherRoot = "The event does not lead to the root that the checkpoint states.";
const otherKey = "The key of this log has not signed the checkpoint.";
const [name = "", mark = ""] = first.verifierKey.split("+");
const replaced = (text: string, at: number) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);

const alterations: [string, Partial<EventProof>, string][] = [
  ["the bytes of another event", { bytes: second.bytes }, otherEvent],
  ["bytes that are no event", { bytes: "backups@1" }, otherEvent],
  ["a changed event", { bytes: first.bytes.replace("proof", "prove") }, otherRoot],
  ["another index", { index: 1 }, otherRoot],
  ["an index beyond the tree", { index: 7 }, otherRoot],
  ["another size", { size: 8 }, otherRoot],
  ["a shorter path", { path: first.path.slice(1) }, otherRoot],
  ["a longer path", { path: [...first.path, ...first.path] }, otherRoot],
  ["no path", { path: [] }, otherRoot],
  ["another path", { path: second.path }, otherRoot],
  ["a path that is no base64", { path: first.path.map(() => "*") }, otherRoot],
  ["another root", { checkpoint: first.checkpoint.replace(/\n7\n./, "\n7\n/") }, otherRoot],
  ["another size in the checkpoint", { checkpoint: first.checkpoint.replace("\n7\n", "\n8\n") }, otherRoot],
  ["no checkpoint", { checkpoint: "" }, otherLog],
  ["the checkpoint of another log", { checkpoint: first.checkpoint.replace("attestory/", "other/") }, otherLog],
  [
    "a checkpoint with another signature",
    { checkpoint: replaced(first.checkpoint, first.checkpoint.length - 20) },
    otherKey,
  ],
  [
    "a checkpoint without one",
    { checkpoint: first.checkpoint.slice(0, first.checkpoint.indexOf("\n\n") + 1) },
    otherKey,
  ],
  ["a line more in the checkpoint", { checkpoint: first.checkpoint.replace("\n\n", "\nmore\n\n") }, otherKey],
  ["another key of that name", { verifierKey: replaced(first.verifierKey, first.verifierKey.length - 5) }, otherKey],
  ["a key that is none", { verifierKey: `${name}+${mark}` }, otherKey],
];

it.each(alterations)("LG-06 refuses %s", async (_, altered, reason) => {
  expect(await checkProof("backups@1", { ...first, ...altered }, subtle)).toEqual({ outcome: "failed", reason });
});

it("says that it has not checked the signature where the browser has no Ed25519", async () => {
  const without = {
    digest: subtle.digest.bind(subtle),
    verify: subtle.verify.bind(subtle),
    importKey: () => Promise.reject(new DOMException("no Ed25519", "NotSupportedError")),
  };
  expect(await checkProof("backups@1", first, without)).toMatchObject({ outcome: "proven", signature: "not-checked" });
});
