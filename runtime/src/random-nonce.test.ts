import { expect, it } from "vitest";
import { randomNonce } from "./random-nonce.ts";

it("gives other bytes each time, also when many were given, and leaves those that were given as they are", () => {
  const nonces = Array.from({ length: 2000 }, () => randomNonce(12));
  const before = nonces.map((nonce) => nonce.toString("hex"));
  expect(new Set(before).size).toBe(2000);
  expect(before.every((text) => text.length === 24)).toBe(true);
  randomNonce(4096);
  expect(nonces.map((nonce) => nonce.toString("hex"))).toEqual(before);
  expect(() => randomNonce(4097)).toThrow(RangeError);
});
