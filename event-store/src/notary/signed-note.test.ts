import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { leafHash } from "./merkle-tree.ts";
import { openNote, readVerifierKey, signNote, verifierKey } from "./signed-note.ts";

const newKey = (name: string) => ({ name, key: generateKeyPairSync("ed25519").privateKey });
const own = newKey("attestory/own");

describe("signed notes", () => {
  it("verifies the example of Go's module mirror, whose key and note are published", () => {
    const key = readVerifierKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const signature = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=";
    const note = `${text}\n\u2014 PeterNeumann ${signature}\n`;
    expect(key && openNote(note, key)).toBe(text);
    expect(key && openNote(note.replace("answer", "cause"), key)).toBeNull();
  });

  it("opens what its key has signed, also among signatures of others, and nothing else", () => {
    const other = newKey(own.name);
    const note = signNote("one\n\ntwo\n", own);
    const also = signNote("one\n\ntwo\n", newKey("someone")).slice("one\n\ntwo\n\n".length);
    const trusted = readVerifierKey(verifierKey(own));
    expect(trusted && openNote(note, trusted)).toBe("one\n\ntwo\n");
    expect(openNote(note + also, own)).toBe("one\n\ntwo\n");
    expect(openNote(note, other)).toBeNull();
    expect(openNote(note.replace("two", "too"), own)).toBeNull();
    expect(openNote("one\n", own)).toBeNull();
    for (const word of ["", "name", `${verifierKey(own)}x`, verifierKey(own).replace("own", "two")]) {
      expect(readVerifierKey(word)).toBeNull();
    }
  });
});

describe("a checkpoint", () => {
  const head = { size: 1_234, root: leafHash("") };

  it("states size and root of the log that its key names", () => {
    const note = signCheckpoint(head, own);
    expect(note.split("\n").slice(0, 4)).toEqual(["attestory/own", "1234", head.root.toString("base64"), ""]);
    expect(openCheckpoint(note, own)).toEqual(head);
    expect(openCheckpoint(note, newKey(own.name))).toBeNull();
  });

  it("is no other text with a good signature", () => {
    const root = head.root.toString("base64");
    for (const text of [
      `attestory/other\n1\n${root}\n`,
      `attestory/own\n01\n${root}\n`,
      "attestory/own\n1\nAAAA\n",
      "attestory/own\n",
    ]) {
      expect(openCheckpoint(signNote(text, own), own)).toBeNull();
    }
  });
});
