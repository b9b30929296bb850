import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

const faults: unknown[] = [];
// A damaged hash is refused by its form, whatever hashing costs.
const hasher = await createPasswordHasher((error) => faults.push(error), { memoryCost: 8, timeCost: 1 });
const caller = { account: "somebody", network: "192.0.2.0/24" };
const password = "correct horse";

const salt = randomBytes(16).toString("base64").replace(/=+$/, "");
const digest = randomBytes(32).toString("base64").replace(/=+$/, "");
const damaged: [string, string | ((right: string) => string)][] = [
  ["an empty text", ""],
  ["a blank", " "],
  ["not a hash", "correct horse battery"],
  ["the dollar signs alone", "$argon2id$v=19$m=19456,t=2,p=1$$"],
  ["cut in the middle", (right) => right.slice(0, right.length >> 1)],
  ["cut by its last character", (right) => right.slice(0, -1)],
  ["with a character more", (right) => `${right}A`],
  ["without its first character", (right) => right.slice(1)],
  ["a line break at the end", (right) => `${right}\n`],
  ["one character of its digest changed", (right) => right.replace(/.$/, right.endsWith("A") ? "Q" : "A")],
  ["of bcrypt", "$2b$12$KIXQ4E9XW7m1J0oZ1xQv3uQ9lFv5d8o0Zk2dB1rj7bG8k5w9j3e2K"],
  ["of argon2i", (right) => right.replace("argon2id", "argon2i")],
  ["of argon2d", (right) => right.replace("argon2id", "argon2d")],
  ["of an unknown version", (right) => right.replace("v=19", "v=99")],
  ["of an older version", (right) => right.replace("v=19", "v=16")],
  ["without parameters", `$argon2id$v=19$${salt}$${digest}`],
  ["no memory", (right) => right.replace(/m=\d+/, "m=0")],
  ["memory of eight blocks less one", (right) => right.replace(/m=\d+/, "m=7")],
  ["no passes", (right) => right.replace(/t=\d+/, "t=0")],
  ["no lanes", (right) => right.replace(/p=\d+/, "p=0")],
  ["four terabytes of memory", (right) => right.replace(/m=\d+/, "m=4294967295")],
  ["more memory than a number holds", (right) => right.replace(/m=\d+/, "m=99999999999999999999")],
  ["more passes than a day allows", (right) => right.replace(/t=\d+/, "t=4294967295")],
  ["more lanes than there are", (right) => right.replace(/p=\d+/, "p=16777216")],
  ["a negative number", (right) => right.replace(/m=\d+/, "m=-1")],
  ["a salt of 8 bytes", `$argon2id$v=19$m=19456,t=2,p=1$${salt.slice(0, 11)}$${digest}`],
  ["a digest of 4 bytes", `$argon2id$v=19$m=19456,t=2,p=1$${salt}$YWJjZA`],
  ["letters that base64 has not", `$argon2id$v=19$m=19456,t=2,p=1$${salt.slice(0, -1)}!$${digest}`],
  ["one character of base64 too many", `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}AA`],
];

it.each(damaged)("PW-10 matches no password against a damaged hash: %s", async (kind, damage) => {
  const right = await hasher.hash(password, caller);
  expect(await hasher.matches(password, right, caller)).toBe(true);
  const hash = typeof damage === "string" ? damage : damage(right);
  expect(hash).not.toBe(right);

  for (const tried of [password, "not the password", hash.slice(0, 1000) || "x"]) {
    faults.length = 0;
    expect(await hasher.matches(tried, hash, caller)).toBe(false);
    // A digest that is well-formed but different cannot be distinguished from a wrong password.
    expect(faults).toHaveLength(kind === "one character of its digest changed" ? 0 : 1);
  }
});
