import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createCommandContext, systemContext } from "../handling/command-context.ts";
import { commandOrigin } from "../testing/command-origin.ts";
import { canonicalRecoveryCode, newRecoveryCodes } from "./recovery-code.ts";

const now = new Date("2026-03-02T10:00:00.000Z");
const asked = commandOrigin();

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
    const other = { ...asked, idempotencyKey: randomUUID() };
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
