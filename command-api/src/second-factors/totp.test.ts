import { describe, expect, it } from "vitest";
import { codeAt, oathtoolCode } from "../testing/totp-codes.ts";
import { matchingStep, newTotpSecret, otpauthUri } from "./totp.ts";

/** RFC 6238, appendix B: "12345678901234567890" in base32, and the last six of the eight digits of its SHA-1 rows. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;
const at = (seconds: number) => new Date(seconds * 1000);

describe("a code of an authenticator app", () => {
  it.each(vectors)("TF-09 at %d seconds is that of RFC 6238 (%s)", (seconds, code) => {
    expect(matchingStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
    // Where oathtool is installed, it agrees with the vectors that both are measured by.
    expect([codeAt(secret, at(seconds)), oathtoolCode(secret, at(seconds)) ?? code]).toEqual([code, code]);
  });

  it("TF-09 that another generator makes from a new secret is recognised", () => {
    const fresh = newTotpSecret();
    for (const seconds of [1_800_000_000, 1_800_000_029, 1_800_000_030]) {
      const codes = [codeAt(fresh, at(seconds)), oathtoolCode(fresh, at(seconds)) ?? codeAt(fresh, at(seconds))];
      expect(codes.map((code) => matchingStep(fresh, code, at(seconds)))).toEqual(
        Array(2).fill(Math.floor(seconds / 30)),
      );
    }
  });

  it("TF-02 TF-08 counts one step before and after its own, to the second", () => {
    const code = "287082"; // Of step 1, from second 30 to 59.
    expect([0, 29, 30, 59, 60, 89].map((seconds) => matchingStep(secret, code, at(seconds)))).toEqual(Array(6).fill(1));
    expect([90, 119, 120, 150].map((seconds) => matchingStep(secret, code, at(seconds)))).toEqual(Array(4).fill(null));
    const ofStep3 = vectors[1][1];
    const [seconds] = vectors[1];
    expect([-90, 90].map((skew) => matchingStep(secret, ofStep3, at(seconds + skew)))).toEqual([null, null]);
  });
});

describe("a TOTP secret", () => {
  it("TF-05 has 160 random bits in base32", () => {
    const secrets = Array.from({ length: 200 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(200);
    for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/);
    // Every character occurs in every place: no bit is fixed.
    for (let place = 0; place < 32; place++) {
      expect(new Set(secrets.map((each) => each[place])).size).toBeGreaterThan(16);
    }
  });

  it("TF-09 is in the otpauth URI with issuer and account, escaped", () => {
    const uri = otpauthUri({ account: "o'neil+a&b=c@example.com", secret });
    expect(uri).not.toMatch(/[&=+ ]c@|\+a/);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(pathname)).toBe("/Attestory:o'neil+a&b=c@example.com");
    expect(Object.fromEntries(searchParams)).toEqual({ secret, issuer: "Attestory" });
  });
});
