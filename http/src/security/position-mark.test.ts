import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { markText, parseMark, readMark, signMark } from "./position-mark.ts";

const signer =
  (key: string) =>
  (...parts: string[]) =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
const hmac = signer("ours");
const now = new Date("2026-03-01T12:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const mark = { generation: 3, position: 81_234n };

describe("a log position as text", () => {
  it("consists of generation and position", () => {
    expect(markText(mark)).toBe("3-81234");
    expect(parseMark("3-81234")).toEqual(mark);
  });

  it("holds the highest position that a log can have", () => {
    expect(parseMark("1-9223372036854775807")?.position).toBe(2n ** 63n - 1n);
    expect(parseMark("1-9223372036854775808")).toBeNull();
  });

  it.each([
    "",
    "1",
    "1-",
    "-1",
    "1--5",
    "1-5 ",
    "1-0x5",
    "1-05",
    "01-5",
    "0-5",
    "1-5.0",
    "1-1e3",
    "1-１",
    `1-${2n ** 70n}`,
  ])("RW-4 is refused as %j", (text) => {
    expect(parseMark(text)).toBeNull();
  });
});

describe("a signed log position", () => {
  const cookie = signMark(mark, later(30), hmac);

  it("is accepted until it expires, and is valid as a cookie value", () => {
    expect(cookie).toMatch(/^[\w.-]+$/);
    expect(readMark(cookie, later(29), hmac)).toEqual(mark);
  });

  it("is ignored once it has expired", () => {
    expect(readMark(cookie, later(30), hmac)).toBeNull();
  });

  it("RW-4 is ignored when its position, expiry or signature was changed", () => {
    const [text, expires = "", signature] = cookie.split(".");
    expect(readMark(`3-81235.${expires}.${signature}`, now, hmac)).toBeNull();
    expect(readMark(`${text}.${Number(expires) + 1}.${signature}`, now, hmac)).toBeNull();
    expect(readMark(`${text}.${expires}.${signature}A`, now, hmac)).toBeNull();
    expect(readMark(`${text}.${expires}`, now, hmac)).toBeNull();
    expect(readMark(`${cookie}.`, now, hmac)).toBeNull();
  });

  it("RW-4 is ignored when it was signed with another key", () => {
    expect(readMark(signMark(mark, later(30), signer("theirs")), now, hmac)).toBeNull();
  });
});
