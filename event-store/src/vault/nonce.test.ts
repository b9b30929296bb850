/** @module-tag random */
import { expect, it } from "vitest";
import { newNonce, nonceBytes } from "./nonce.ts";

const count = process.env.FULL_RUN === "1" ? 1_000_000 : 100_000;

it("CR-07 never repeats a nonce in a million", () => {
  const nonces = new Set<string>();
  for (let made = 0; made < count; made++) nonces.add(newNonce().toString("latin1"));
  expect(nonces.size).toBe(count);
  expect(Math.min(...[...nonces].slice(0, 1000).map((nonce) => nonce.length))).toBe(nonceBytes);
});
