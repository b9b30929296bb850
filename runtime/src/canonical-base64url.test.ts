import { expect, it } from "vitest";
import { canonicalBytes } from "./canonical-base64url.ts";

it("decodes only the text that encodes the bytes", () => {
  const bytes = Buffer.from([0xfb, 0xff, 0x01, 0x80]);
  const text = bytes.toString("base64url");
  expect(canonicalBytes(text)).toEqual(bytes);
  expect(canonicalBytes("")).toEqual(Buffer.alloc(0));
  // The last character has four unused bits.
  const others = [text.replace(/A$/, "B"), `${text}=`, ` ${text}`, text.replaceAll("_", "/"), `${text}\n`, `${text}é`];
  for (const other of others.filter((one) => one !== text))
    expect([other, canonicalBytes(other)]).toEqual([other, null]);
});
