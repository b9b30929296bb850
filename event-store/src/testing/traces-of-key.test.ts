import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { tracesOfKey } from "./traces-of-key.ts";

const key = randomBytes(32);
const part = key.subarray(9, 24);
const among = (...held: (Buffer | string)[]) =>
  Buffer.concat([randomBytes(500), ...held.map((one) => Buffer.from(one))]);

it.each([
  ["bytes", part],
  ["hex", part.toString("hex")],
  ["hex", part.toString("hex").toUpperCase()],
  ["base64", Buffer.concat([Buffer.from("{"), key]).toString("base64")],
  ["base64", Buffer.concat([Buffer.from("{}"), key]).toString("base64")],
  ["base64url", key.toString("base64url").slice(2, 30)],
])("finds a part of a key as %s", (encoding, held) => {
  expect(tracesOfKey(among(held, "…"), key)).toContain(encoding);
});

it("finds no key among other bytes", () => {
  const other = randomBytes(32);
  expect(tracesOfKey(among(other, other.toString("hex"), other.toString("base64")), key)).toEqual([]);
});
