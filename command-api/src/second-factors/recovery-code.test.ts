import { describe, expect, it } from "vitest";
import { createCommandContext, systemContext } from "../handling/command-context.ts";
import { canonicalRecoveryCode, newRecoveryCodes } from "./recovery-code.ts";

const now = new Date("2026-03-02T10:00:00.000Z");
const asked = {
  actor: { kind: "user", id: "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11" },
  method: "post",
  path: "/api/auth/2fa/recovery-codes",
  idempotencyKey: "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22",
  bodyHash: "",
  correlationId: "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a23",
  ip: null,
  userAgent: null,
  now,
} as const;

describe("recovery codes", () => {
  it("TF-11 are ten different ones of 125 bits", () => {
    const { codes } = newRecoveryCodes(systemContext("test", now));
    expect(new Set(codes).size).toBe(10);
    // 25 characters of five bits.
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    const many = Array.from({ length: 40 }, () => newRecoveryCodes(systemContext("test", now)).codes).flat();
    for (const place of [0, 5, 6, 28]) {
      expect(new Set(many.map((code) => code.replaceAll("-", "")[Math.min(place, 24)])).size).toBe(32);
    }
  });

  it("TF-11 are the same for a repeated command, and others for another one", () => {
    const hmac = (...parts: string[]) => Buffer.from(parts.join()).toString("base64url").slice(-43);
    const first = newRecoveryCodes(createCommandContext(asked, hmac));
    expect(newRecoveryCodes(createCommandContext(asked, hmac))).toEqual(first);
    const other = { ...asked, idempotencyKey: "1b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22" };
    expect(newRecoveryCodes(createCommandContext(other, hmac)).setId).not.toBe(first.setId);
  });

  it("TF-11 are recognised however they are typed", () => {
    const code = "0123456789ABCDEFGHJKMNPQR";
    expect(canonicalRecoveryCode(" o1234-5678 9abcd\tefghj-kmnpq-R ")).toBe(code);
    expect(canonicalRecoveryCode("oi234-56789-abcde-fghjk-mnpqr")).toBe(code);
    expect(canonicalRecoveryCode(` ${code.toLowerCase()} `)).toBe(code);
    expect(["", "123456", code.slice(1), `${code}0`, `${code.slice(1)}U`].map(canonicalRecoveryCode)).toEqual(
      Array(5).fill(null),
    );
  });
});
