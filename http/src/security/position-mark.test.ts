import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decryptMark, encryptMark } from "./position-mark.ts";

const digestOf =
  (key: string) =>
  (...parts: string[]) =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
const digest = digestOf("ours");
const now = new Date("2026-03-01T12:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const mark = { generation: 3, position: 81_234n };

describe("a log position as clients see it", () => {
  it("is read by the service alone, as a header or a cookie value", () => {
    const text = encryptMark(mark, null, digest);

    expect(text).toMatch(/^[\w-]{80}$/);
    expect(decryptMark(text, now, digest)).toEqual(mark);
    expect(decryptMark(text, now, digestOf("theirs"))).toBeNull();
  });

  it("holds every position that a log can have", () => {
    for (const position of [0n, 1n, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
      for (const generation of [1, 999_999_999]) {
        const each = { generation, position };
        expect(decryptMark(encryptMark(each, null, digest), now, digest)).toEqual(each);
      }
    }
  });

  it("A4 reveals neither its position nor whether two are equal", () => {
    const marks = [1n, 1n, 2n, 2n ** 63n - 1n].map((position) => ({ generation: 1, position }));
    const texts = marks.flatMap((each) => [encryptMark(each, null, digest), encryptMark(each, later(30), digest)]);

    expect(new Set(texts.map((text) => text.length))).toEqual(new Set([80]));
    // Neither the nonce nor the ciphertext nor the tag of one occurs in another.
    const parts = texts.flatMap((text) => [text.slice(0, 32), text.slice(32, 58), text.slice(-21)]);
    expect(new Set(parts).size).toBe(texts.length * 3);
  });

  it("is accepted until it expires", () => {
    const text = encryptMark(mark, later(30), digest);

    expect(decryptMark(text, later(29), digest)).toEqual(mark);
    expect(decryptMark(text, later(30), digest)).toBeNull();
  });

  it("RW-4 is ignored when any character of it was changed, left out or added", () => {
    const text = encryptMark(mark, later(30), digest);
    const changed = [...text].map((each, n) => text.slice(0, n) + (each === "A" ? "B" : "A") + text.slice(n + 1));
    const others = [text.slice(1), text.slice(0, -1), `${text}A`, `${text}=`, `${text}.`, ` ${text}`, `${text}\n`];

    for (const other of [...changed, ...others])
      expect([other, decryptMark(other, now, digest)]).toEqual([other, null]);
  });

  it.each([
    "",
    "1",
    "3-81234",
    "1-9223372036854775807",
    "-5",
    "x",
    "A".repeat(80),
    "é".repeat(80),
    "A".repeat(1_000_000),
  ])("RW-4 is ignored when it is made up: %.90j", (text) => {
    expect(decryptMark(text, now, digest)).toBeNull();
  });
});
