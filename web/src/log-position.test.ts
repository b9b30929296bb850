import { expect, it } from "vitest";
import { type KeptMark, keepMark, markHeader } from "./log-position.ts";

const since = Date.parse("2026-03-01T12:00:00.000Z");
/** The marks kept after answers that carried these, one second apart. */
const keptAfter = (...answers: (string | null)[]) =>
  answers.reduce<readonly KeptMark[]>((marks, text, n) => keepMark(marks, text, since + n * 1000), []);

it("sends nothing before the first answer that carried a mark", () => {
  expect(markHeader(keptAfter(), since)).toBeNull();
  expect(markHeader(keptAfter(null, null), since)).toBeNull();
});

it("sends the marks of the newest answers, because they may have arrived out of order", () => {
  expect(markHeader(keptAfter("a"), since)).toBe("a");
  expect(markHeader(keptAfter("a", null, "b"), since)).toBe("b, a");
  expect(markHeader(keptAfter("a", "b", "c", "d", "e", "f"), since)).toBe("f, e, d, c");
});

it("sends a mark for 30 s, whatever the clock does then", () => {
  const marks = keptAfter("a", "b");
  expect(markHeader(marks, since + 29_999)).toBe("b, a");
  expect(markHeader(marks, since + 30_000)).toBe("b");
  expect(markHeader(marks, since + 31_000)).toBeNull();
  expect(markHeader(marks, since - 3_600_000)).toBeNull();
});
