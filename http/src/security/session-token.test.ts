import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { matchesTokenHash, parseSessionToken, sessionToken, tokenHash } from "./session-token.ts";

const sessionId = "0199f1c3-11d7-7f0b-a6e2-5c83d9174b36";
const secret = randomBytes(32).toString("base64url");
const token = sessionToken({ sessionId, secret });

describe("a session token", () => {
  it("SE-01 is refused with fewer than 256 bits, or in any other form", () => {
    for (const other of [
      "",
      "ats_",
      secret,
      `ats_${sessionId}_`,
      `ats_${sessionId}_${randomBytes(16).toString("base64url")}`,
      `ats_${sessionId}_${secret}A`,
      `ats_${sessionId}_${secret.slice(1)}`,
      `ats_${sessionId}_${secret.slice(1)}=`,
      `ats_${sessionId}_${secret.slice(1)}+`,
      `ats_${sessionId}_${secret.slice(1)}é`,
      `ats_${sessionId.toUpperCase()}_${secret}`,
      `ats_${sessionId.replaceAll("-", "")}_${secret}`,
      `ats-${sessionId}-${secret}`,
      `ATS_${sessionId}_${secret}`,
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `Bearer ${token}`,
      `${token}.${token}`,
    ]) {
      expect(parseSessionToken(other)).toBeNull();
    }
  });

  it.each(["atk", "atr", "atc", "at"])("is refused with the prefix of another kind of token: %s", (prefix) => {
    expect(parseSessionToken(`${prefix}_${sessionId}_${secret}`)).toBeNull();
  });

  it("contains the session's id and its secret", () => {
    expect(parseSessionToken(token)).toEqual({ sessionId, secret });
  });
});

describe("the hash of a token's secret", () => {
  it("SE-01 is the SHA-256 of the secret and does not contain it", () => {
    expect(tokenHash("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    expect(tokenHash(secret)).not.toContain(secret.slice(0, 8));
  });

  it("matches its own secret only", () => {
    const hash = tokenHash(secret);
    expect(matchesTokenHash(secret, hash)).toBe(true);
    for (const other of ["", secret.slice(1), `${secret}A`, secret.toUpperCase(), hash]) {
      expect(matchesTokenHash(other, hash)).toBe(false);
    }
    expect(matchesTokenHash(secret, "")).toBe(false);
    expect(matchesTokenHash(secret, secret)).toBe(false);
  });
});
