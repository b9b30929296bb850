import { expect, it } from "vitest";
import { acrOf, authenticationOf, mostStrength } from "./authentication.ts";
import { type Proofs, proofsOfStart } from "./session-proofs.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 9, 30, second));
const account = { hasPassword: true, hasTotp: true, hasKey: true };
const plain = { ...account, hasTotp: false, hasKey: false };
type Start = Omit<Parameters<typeof proofsOfStart>[0], "provenAt">;

/** What is said of a session that began so, and of what its user proved later. */
const said = (start: Start, later: Proofs = {}, of = account) => {
  const proofs = { ...proofsOfStart({ ...start, provenAt: null }, at(0)), ...later };
  const { strength, methods, at: time } = authenticationOf({ startedAt: at(0), proofs }, of);
  return [acrOf(strength), methods.join(" "), (time.getTime() - at(0).getTime()) / 1000];
};

it.each([
  [{ method: "password", secondFactor: null }, ["urn:attestory:acr:1fa", "pwd", 0]],
  [{ method: "registration", secondFactor: null }, ["urn:attestory:acr:1fa", "pwd", 0]],
  [{ method: "password", secondFactor: "email-code" }, ["urn:attestory:acr:1fa", "pwd otp", 0]],
  [{ method: "password", secondFactor: "trusted-device" }, ["urn:attestory:acr:1fa", "pwd", 0]],
  [{ method: "password", secondFactor: "totp" }, ["urn:attestory:acr:2fa", "pwd otp mfa", 0]],
  [{ method: "password", secondFactor: "recovery-code" }, ["urn:attestory:acr:2fa", "pwd otp mfa", 0]],
  [{ method: "password", secondFactor: "hardware-key" }, ["phr", "pwd pop user mfa", 0]],
  [{ method: "passkey", secondFactor: null }, ["phr", "pop user mfa", 0]],
  [{ method: "link", secondFactor: null }, ["urn:attestory:acr:1fa", "", 0]],
] as const)("says of a sign-in with %j what is known: %j", (start, expected) => {
  expect(said(start)).toEqual(expected);
});

const password = { method: "password", secondFactor: null } as const;
const both = { method: "password", secondFactor: "totp" } as const;
const passkey = { method: "passkey", secondFactor: null } as const;

it("dates a sign-in by an older password to when the password was given", () => {
  const proofs = proofsOfStart({ ...password, provenAt: at(0).toISOString() }, at(40));
  expect(authenticationOf({ startedAt: at(40), proofs }, plain)).toEqual({ at: at(0), strength: 1, methods: ["pwd"] });
  const again = { ...proofs, password: at(50) };
  expect(authenticationOf({ startedAt: at(40), proofs: again }, plain).at).toEqual(at(50));
});

it("counts a second factor that the session gave later as part of the sign-in", () => {
  expect(said(password, { totp: at(50) })).toEqual(["urn:attestory:acr:2fa", "pwd otp mfa", 0]);
  expect(said(password, { key: at(50) })).toEqual(["phr", "pwd pop user mfa", 0]);
});

it("takes a password alone as a new sign-in only of an account without a second factor", () => {
  expect(said(both, { password: at(50) })).toEqual(["urn:attestory:acr:2fa", "pwd otp mfa", 0]);
  expect(said(both, { password: at(50), totp: at(60) })).toEqual(["urn:attestory:acr:2fa", "pwd otp mfa", 50]);
  expect(said(both, { totp: at(50) })).toEqual(["urn:attestory:acr:2fa", "pwd otp mfa", 0]);
  expect(said(password, { password: at(50) }, plain)).toEqual(["urn:attestory:acr:1fa", "pwd", 50]);
  expect(said(both, { password: at(50) }, plain)).toEqual(["urn:attestory:acr:1fa", "pwd", 50]);
});

it("takes no second factor for a new sign-in of an account that has removed it since", () => {
  expect(said(both, { totp: at(50) }, plain)[2]).toBe(0);
  expect(said(password, { key: at(50) }, plain)[2]).toBe(0);
  expect(said(password, { "email-code": at(50) }, plain)[2]).toBe(0);
  expect(said(passkey, { "email-code": at(50) }, { ...plain, hasPassword: false })[2]).toBe(50);
});

it("says no more than the account can prove now", () => {
  expect(said(passkey, {}, plain)).toEqual(["urn:attestory:acr:1fa", "pop user mfa", 0]);
  expect(said(passkey, {}, { ...plain, hasTotp: true })[0]).toBe("urn:attestory:acr:2fa");
  expect(said(both, {}, plain)[0]).toBe("urn:attestory:acr:1fa");
});

it("says no more of a new sign-in than was given for it", () => {
  expect(said(passkey, { password: at(50), totp: at(60) })).toEqual(["urn:attestory:acr:2fa", "pwd otp mfa", 50]);
  expect(said(both, { "verified-key": at(50) })).toEqual(["phr", "pop user mfa", 50]);
});

it("takes no code of an email for one of two factors", () => {
  const without = { hasPassword: false, hasTotp: true, hasKey: true };
  expect(said(passkey, { "email-code": at(50), totp: at(60) }, without)).toEqual(["urn:attestory:acr:1fa", "otp", 50]);
});

it("knows what an account can prove at most", () => {
  expect([plain, { ...plain, hasTotp: true }, account].map(mostStrength)).toEqual([1, 2, 3]);
  const without = { ...account, hasPassword: false };
  expect([{ ...without, hasKey: false }, without].map(mostStrength)).toEqual([1, 3]);
});
