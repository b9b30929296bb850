import { authenticationOf } from "@attestory/events/authentication.ts";
import type { Proofs } from "@attestory/events/session-proofs.ts";
import { expect, it } from "vitest";
import { acrStanding, deliveredAcr } from "./asked-strength.ts";
import { missingMethods } from "./missing-methods.ts";

const now = new Date("2026-03-02T10:00:00.000Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const [one, two] = ["urn:attestory:acr:1fa", "urn:attestory:acr:2fa"];
const withTotp = { hasPassword: true, hasTotp: true, hasKey: false };
const withKey = { ...withTotp, hasKey: true };
const plain = { ...withTotp, hasTotp: false };
const prefers = (...values: string[]) => ({ values, isEssential: false });
const needs = (...values: string[]) => ({ values, isEssential: true });

const knownOf = (proofs: Proofs, account: typeof withTotp) => ({
  account,
  secondFactors: [
    ...(account.hasTotp ? (["totp", "recovery_code"] as const) : []),
    ...(account.hasKey ? (["hardware_key"] as const) : []),
  ],
  authentication: authenticationOf({ startedAt: ago(1000), proofs }, account),
});

interface Said {
  proofs?: Proofs;
  account?: typeof withTotp;
  loginRequired?: boolean;
  maxAge?: number;
  acr?: ReturnType<typeof prefers>;
}
const missing = ({ proofs = {}, account = withTotp, loginRequired = false, maxAge, acr }: Said) => {
  const all = { [account.hasPassword ? "password" : "email-code"]: ago(1000), ...proofs };
  const rule = { loginRequired, maxAge: maxAge ?? null, askedAt: ago(100) };
  return missingMethods({ rule, acr: acr ?? null }, { known: knownOf(all, account), proofs: all, now });
};
const keyChecksUser = false;
const newSignIn = (...ways: string[]) => ({ reason: "new-sign-in", ways, keyChecksUser, isOptional: false });
const stronger = (isOptional: boolean, ...ways: string[]) => ({
  reason: "stronger-sign-in",
  ways,
  keyChecksUser,
  isOptional,
});
const byCheckingKey = { ways: ["hardware_key"], keyChecksUser: true };

for (const asked of [{ loginRequired: true }, { maxAge: 60 }]) {
  it(`asks a user with two-factor for both factors again: ${JSON.stringify(asked)}`, () => {
    expect(missing(asked)).toEqual(newSignIn("password"));
    expect(missing({ ...asked, account: withKey })).toEqual(newSignIn("password", "hardware_key"));
    expect(missing({ ...asked, proofs: { password: ago(20) } })).toEqual(newSignIn("totp", "recovery_code"));
    expect(missing({ ...asked, proofs: { totp: ago(20) } })).toEqual(newSignIn("password"));
    expect(missing({ ...asked, proofs: { password: ago(20), totp: ago(10) } })).toBeNull();
    expect(missing({ ...asked, account: withKey, proofs: { "verified-key": ago(10) } })).toBeNull();
    expect(missing({ ...asked, account: plain, proofs: { password: ago(20) } })).toBeNull();
  });
}

it("leads to the factor that the application asks for, of what the account has", () => {
  expect(missing({ acr: needs(two) })).toEqual(stronger(false, "totp", "recovery_code"));
  expect(missing({ acr: needs(two, one) })).toEqual(stronger(true, "totp", "recovery_code"));
  expect(missing({ acr: prefers("phr"), account: withKey })).toEqual(stronger(true, "hardware_key"));
  expect(missing({ acr: prefers("phr", two) })).toEqual(stronger(true, "totp", "recovery_code"));
  expect(missing({ acr: prefers(one, two) })).toBeNull();
  expect(missing({ acr: prefers("phr", two), account: plain })).toBeNull();
  expect(missing({ acr: needs(two), proofs: { totp: ago(900) } })).toBeNull();
});

it("asks for a key again where a new sign-in has to be by one", () => {
  const asked = { acr: needs("phr"), account: withKey, loginRequired: true };
  expect(missing({ ...asked, proofs: { password: ago(20), totp: ago(10) } })).toEqual(stronger(false, "hardware_key"));
});

it("asks an account without a password for a code of an email, or for a key that checks who uses it", () => {
  const account = { ...withKey, hasPassword: false };
  expect(missing({ loginRequired: true, account })).toEqual(newSignIn("email_code", "hardware_key"));
  const proofs = { "email-code": ago(20) };
  expect(missing({ loginRequired: true, account, proofs })).toEqual(newSignIn("totp", "recovery_code", "hardware_key"));
});

it("asks an account without a password only for a key that checks who uses it, where two factors are asked for", () => {
  const account = { ...withKey, hasPassword: false };
  for (const acr of [needs(two), needs("phr")]) {
    const required = { ...stronger(false), ...byCheckingKey };
    const given = { "email-code": ago(20) };
    for (const proofs of [given, { ...given, totp: ago(10) }, { ...given, key: ago(10) }]) {
      expect(missing({ account, proofs, acr })).toEqual(required);
    }
    expect(missing({ account, acr, loginRequired: true })).toEqual({ ...newSignIn(), ...byCheckingKey });
    expect(missing({ account, acr, proofs: { "verified-key": ago(10) } })).toBeNull();
  }
  const voluntary = { account, acr: prefers(two), loginRequired: true };
  expect(missing(voluntary)).toEqual(newSignIn("email_code", "hardware_key"));
  expect(missing({ ...voluntary, acr: needs(two, one) })).toEqual(newSignIn("email_code", "hardware_key"));
  expect(missing({ ...voluntary, proofs: { "email-code": ago(20), totp: ago(10) } })).toEqual({
    ...stronger(true),
    ...byCheckingKey,
  });
});

it("knows what an account can never give", () => {
  const standing = (acr: ReturnType<typeof prefers>, account: typeof withTotp) =>
    acrStanding(acr, knownOf({ password: ago(1000) }, account));
  expect(standing(needs(two), plain)).toBe("unmet");
  expect(standing(needs("phr"), withTotp)).toBe("unmet");
  expect(standing(needs(two), { ...withTotp, hasPassword: false })).toBe("unmet");
  expect(standing(needs("gold"), withKey)).toBe("unmet");
  expect(standing(prefers("gold"), withKey)).toBe("met");
  expect(standing(needs("gold", one), plain)).toBe("met");
});

it("delivers the first asked value that holds, or else the highest", () => {
  expect(deliveredAcr(null, 3)).toBe("phr");
  expect(deliveredAcr(prefers(two, one), 3)).toBe(two);
  expect(deliveredAcr(prefers("phr", one), 2)).toBe(one);
  expect(deliveredAcr(prefers("gold"), 2)).toBe(two);
});
