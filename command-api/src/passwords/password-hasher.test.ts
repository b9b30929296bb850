import { availableParallelism } from "node:os";
import argon2 from "argon2";
import { describe, expect, it } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

const faults: unknown[] = [];
const hasher = await createPasswordHasher((error) => faults.push(error));
const hashed = async (password: string): Promise<string> => {
  const hash = await hasher.hash(password);
  if (hash === "busy") throw new Error("the queue is full");
  return hash;
};

describe("the password hasher", () => {
  it("PW-01 uses argon2id with 19 MiB, two passes and a salt of 16 bytes", async () => {
    const [, kind, version, parameters, salt] = (await hashed("correct horse")).split("$");
    expect({ kind, version, parameters }).toEqual({ kind: "argon2id", version: "v=19", parameters: "m=19456,t=2,p=1" });
    expect(Buffer.from(salt ?? "", "base64")).toHaveLength(16);
  });

  it("PW-03 matches a password only exactly as it was received", async () => {
    for (const password of ["  blanks  kept ", "ünïcödé und Emoji 🦭", "nul\u0000inside", "e\u0301 is not \u00e9"]) {
      const hash = await hashed(password);
      expect(await hasher.matches(password, hash)).toBe(true);
      for (const other of [
        password.trim(),
        password.normalize("NFC"),
        password.split("\u0000")[0] ?? "",
        `${password} `,
      ]) {
        if (other !== password) expect(await hasher.matches(other, hash)).toBe(false);
      }
    }
  });

  it("PW-03 distinguishes passwords that share their first 72 bytes", async () => {
    const start = "x".repeat(72);
    const hash = await hashed(`${start}one`);
    expect(await hasher.matches(`${start}two`, hash)).toBe(false);
    expect(await hasher.matches(start, hash)).toBe(false);
  });

  it("matches no password when there is no hash", async () => {
    expect(await hasher.matches("a password that nobody has", null)).toBe(false);
  });

  it("PW-10 matches no password against a damaged hash, and reports it", async () => {
    const good = await hashed("correct horse");
    for (const damaged of [
      "",
      "hash",
      "$argon2id$v=19$m=19456,t=2,p=1$$",
      good.slice(0, 40),
      good.replace("argon2id", "argon2x"),
    ]) {
      faults.length = 0;
      expect(await hasher.matches("correct horse", damaged)).toBe(false);
      expect(faults).toHaveLength(1);
    }
  });

  it("PW-06 treats a hash with weaker parameters as outdated", async () => {
    const weak = await argon2.hash("correct horse", {
      type: argon2.argon2id,
      memoryCost: 8192,
      timeCost: 2,
      parallelism: 1,
    });
    expect(hasher.isOutdated(weak)).toBe(true);
    expect(hasher.isOutdated(await hashed("correct horse"))).toBe(false);
  });

  it("PW-04 queues a bounded number of hashes, and refuses more", async () => {
    const outcomes = await Promise.all(Array.from({ length: 80 }, () => hasher.hash("correct horse")));
    expect(outcomes.filter((outcome) => outcome === "busy")).toHaveLength(
      80 - 64 - Math.min(4, availableParallelism()),
    );
  });
});
