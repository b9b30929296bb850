import { expect, it } from "vitest";
import { cborEnd } from "./cbor-bounds.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

it.each([
  ["a number", "00", 1],
  ["a long number", "1b 00 00 00 00 00 00 00 01", 9],
  ["bytes", "43 01 02 03", 4],
  ["a map with a list", "a2 01 02 03 82 04 05", 7],
  ["an item before others", "01 02", 1],
  ["a simple value", "f5", 1],
  ["a tag", "c1 01", 2],
])("finds the end of %s", (_, text, end) => {
  expect(cborEnd(hex(text), 0)).toBe(end);
});

it.each([
  ["nothing", ""],
  ["bytes that are cut off", "43 01 02"],
  ["a gigabyte that is not there", "5a 40 00 00 00 01"],
  ["2^64 items that are not there", "9b ff ff ff ff ff ff ff ff 01"],
  ["a map without a value", "a1 01"],
  ["an indefinite length", "9f 01 ff"],
  ["a reserved length", "1c"],
  ["a head that is cut off", "19 01"],
  ["nine levels", "81 81 81 81 81 81 81 81 81 00"],
])("WA-05 refuses %s", (_, text) => {
  expect(cborEnd(hex(text), 0)).toBeNull();
});

it("WA-05 refuses 100,000 levels without following them", () => {
  expect(cborEnd(Buffer.alloc(100_000, 0x81), 0)).toBeNull();
});
