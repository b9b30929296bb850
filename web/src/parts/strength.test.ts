import { expect, it } from "vitest";
import { passwordStrength } from "./strength.ts";

it.each([
  ["", 1],
  ["cat", 1],
  ["x9!Kq2#", 1],
  ["password", 1],
  ["P@ssw0rd", 1],
  ["Password1!", 1],
  ["12345678", 1],
  ["qwertyuiop", 1],
  ["abcdefgh", 1],
  ["aaaaaaaaaaaaaaaaaaaa", 1],
  ["sunshine1", 1],
  ["catcatcat", 2],
  ["mfqzptwk", 2],
  ["catcat-lamp", 3],
  ["x9!Kq2#v", 3],
  ["catcat-lamp-orbit", 4],
  ["copper-lantern-91", 4],
  ["mfqzptwkrbxhjd vu", 4],
  ["ключевая фраза для входа", 4],
])("rates %j as %i", (password, expected) => {
  expect(passwordStrength(password)).toBe(expected);
});

it("rates a password lower when it contains the user's own names", () => {
  expect(passwordStrength("juniper-sample")).toBeGreaterThan(passwordStrength("juniper-sample", ["juniper", "Sample"]));
});

it("never rates a password lower when new characters are added", () => {
  const steps = ["k", "kv7", "kv7!m", "kv7!mzQ2", "kv7!mzQ2#hx", "kv7!mzQ2#hxLp9"].map((text) =>
    passwordStrength(text),
  );
  expect(steps).toEqual([...steps].sort());
});
