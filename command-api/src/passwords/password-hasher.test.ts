import { availableParallelism } from "node:os";
import argon2 from "argon2";
import { describe, expect, it } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

const faults: unknown[] = [];
const hasher = await createPasswordHasher((error) => faults.push(error));
/** However cheap it is, a flood arrives before the first hash is done. */
const cheaply = () => createPasswordHasher((error) => faults.push(error), { memoryCost: 8, timeCost: 1 });
const caller = { account: "somebody", network: "192.0.2.0/24" };
const hashed = async (password: string): Promise<string> => {
  const hash = await hasher.hash(password, caller);
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
      expect(await hasher.matches(password, hash, caller)).toBe(true);
      for (const other of [
        password.trim(),
        password.normalize("NFC"),
        password.split("\u0000")[0] ?? "",
        `${password} `,
      ]) {
        if (other !== password) expect(await hasher.matches(other, hash, caller)).toBe(false);
      }
    }
  });

  it("PW-03 distinguishes passwords that share their first 72 bytes", async () => {
    const start = "x".repeat(72);
    const hash = await hashed(`${start}one`);
    expect(await hasher.matches(`${start}two`, hash, caller)).toBe(false);
    expect(await hasher.matches(start, hash, caller)).toBe(false);
  });

  it("matches no password when there is no hash", async () => {
    expect(await hasher.matches("a password that nobody has", null, caller)).toBe(false);
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
      expect(await hasher.matches("correct horse", damaged, caller)).toBe(false);
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
    const cheap = await cheaply();
    const outcomes = await Promise.all(Array.from({ length: 80 }, () => cheap.hash("correct horse", caller)));
    expect(outcomes.filter((outcome) => outcome === "busy")).toHaveLength(
      80 - 64 - Math.min(4, availableParallelism()),
    );
  });

  it.each(["hash", "matches"] as const)(
    "A2 refuses the one who floods %s, and serves the others before the flood has ended",
    async (use) => {
      const cheap = await cheaply();
      const served: string[] = [];
      const ask = async (account: string, network: string) => {
        const caller = { account, network };
        const outcome = await (use === "hash" ? cheap.hash("correct horse", caller) : cheap.matches("x", null, caller));
        if (outcome !== "busy") served.push(account);
        return outcome;
      };
      const flood = Array.from({ length: 80 }, () => ask("flood", "192.0.2.0/24"));
      const honest = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`honest ${n}`, `10.0.${n}.0/24`)));
      const waitedFor = served.filter((account) => account === "flood").length;
      const outcomes = await Promise.all(flood);
      expect(honest).not.toContain("busy");
      // One in each round over the networks, besides those in progress when the honest ones arrived.
      expect(waitedFor).toBeLessThanOrEqual(2 * Math.min(4, availableParallelism()) + 1);
      expect(outcomes.filter((outcome) => outcome !== "busy").length).toBeGreaterThanOrEqual(44);
    },
  );
});
