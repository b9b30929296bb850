import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { WrittenKeys } from "./written-keys.ts";

const keysOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => createHash("sha256").update(`${name} ${n}`).digest("hex").slice(0, 36));

it("knows every key that was added, and few others", () => {
  const keys = new WrittenKeys();
  const [added, others] = [keysOf("added", 40_000), keysOf("other", 10_000)];
  expect(others.some((key) => keys.mayHave(key))).toBe(false);
  for (const key of added) keys.add(key);
  expect(added.every((key) => keys.mayHave(key))).toBe(true);
  expect(others.filter((key) => keys.mayHave(key)).length).toBeLessThan(500);
});
