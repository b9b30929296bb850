import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCommon, isKnownPassword } from "./known-passwords.ts";

const text = readFileSync(new URL("./known-passwords.txt", import.meta.url), "utf8");
/** An ordinary run tests every tenth password in upper case and with an extra character. */
const step = process.env.FULL_RUN === "1" ? 1 : 10;
const list = text.split("\n").slice(0, -1);

describe("the list of known passwords", () => {
  it("PW-05 holds a hundred thousand distinct passwords of 8 characters or more, in lower case and sorted", () => {
    expect(list).toHaveLength(100_000);
    expect(new Set(list).size).toBe(100_000);
    expect(list.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
    const sorted = list.map((password) => Buffer.from(password)).sort(Buffer.compare);
    expect(sorted.map(String)).toEqual(list);
  });

  it("PW-05 contains each of its passwords in any case, and no other text", () => {
    expect(list.filter((password) => !isCommon(password))).toEqual([]);
    const some = list.filter((_, at) => at % step === 0);
    expect(some.filter((password) => !isCommon(password.toUpperCase()))).toEqual([]);
    expect(some.filter((password) => isCommon(`${password}~`))).toEqual([]);
    for (const odd of [
      "",
      "\n",
      `${list[0]}\n${list[1]}`,
      "\u0000".repeat(8),
      "~".repeat(1024),
      "é".repeat(8),
      "password\n",
    ]) {
      expect(isCommon(odd), JSON.stringify(odd)).toBe(false);
    }
  });
});

describe("a password made of the user's own names", () => {
  const ada = { email: "ada.l@example.com", username: "Countess_Ada" };
  it.each([
    "countess_ada",
    "COUNTESS_ADA",
    "countess_ada1852",
    "!!Countess_Ada",
    "ada.l@example.com",
    "Ada.L1234567",
    "attestory99",
  ])("PW-05 is known: %s", (password) => expect(isKnownPassword(password, ada)).toBe(true));
  it.each(["countess ada writes", "18.52.1815 8 o'clock", "9f#2&771!", "mine is attestory"])(
    "PW-05 is allowed although a name occurs in it: %s",
    (password) => expect(isKnownPassword(password, ada)).toBe(false),
  );
  it("is compared with no name where the user has none or only a short one", () => {
    expect(isKnownPassword("12.34.56.78.90", { email: null, username: null })).toBe(false);
    expect(isKnownPassword("12.34.56.78.90", { email: "1@example.com", username: "123" })).toBe(false);
  });
});
