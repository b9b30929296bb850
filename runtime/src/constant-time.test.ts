import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { isEqualInConstantTime } from "./constant-time.ts";

const secret = hash("sha256", "a secret", "base64url");

it("accepts the same text", () => {
  expect(isEqualInConstantTime(secret, `${secret}`)).toBe(true);
  expect(isEqualInConstantTime("", "")).toBe(true);
});

it("rejects a text that differs in any one character", () => {
  for (let at = 0; at < secret.length; at++) {
    const other = `${secret.slice(0, at)}${secret[at] === "A" ? "B" : "A"}${secret.slice(at + 1)}`;
    expect(isEqualInConstantTime(other, secret)).toBe(false);
  }
});

it("rejects a text of another length", () => {
  for (const other of ["", secret.slice(1), secret.slice(0, -1), `${secret}A`, ` ${secret}`, `${secret}\n`]) {
    expect(isEqualInConstantTime(other, secret)).toBe(false);
  }
});

it("rejects a text of as many characters that takes more bytes", () => {
  expect(isEqualInConstantTime("é", "e")).toBe(false);
  expect(isEqualInConstantTime("e", "é")).toBe(false);
});
