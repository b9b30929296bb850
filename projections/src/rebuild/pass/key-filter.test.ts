import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { KeyFilter } from "./key-filter.ts";

const keysOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => createHash("sha256").update(`${name} ${n}`).digest("hex").slice(0, 36));

it("knows every key that was added, and few others", () => {
  const filter = new KeyFilter();
  const [added, others] = [keysOf("added", 40_000), keysOf("other", 10_000)];
  for (const key of added) filter.add(1, key);
  expect(added.every((key) => filter.mayHave(1, key))).toBe(true);
  expect(others.filter((key) => filter.mayHave(1, key)).length).toBeLessThan(10);
  expect(added.filter((key) => filter.mayHave(2, key)).length).toBeLessThan(10);
});
