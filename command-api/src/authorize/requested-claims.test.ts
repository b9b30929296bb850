import { expect, it } from "vitest";
import { requestedClaims, toAllow } from "./requested-claims.ts";

const asked = (claims: unknown, others: Record<string, string> = {}, scopes = ["openid"]) =>
  requestedClaims(scopes, new Map(Object.entries({ claims: JSON.stringify(claims), ...others })));

it("reads the claims that are asked for singly, and leaves out what it does not know", () => {
  const claims = {
    userinfo: { name: { essential: true }, email: null, picture: null, constructor: null, ["__proto__"]: null },
    id_token: { email: null, updated_at: null, auth_time: { essential: true } },
  };
  expect(asked(claims)).toEqual({ userinfo: ["name", "email"], idToken: ["email"], acr: null, subject: null });
  expect(asked(claims, {}, ["profile"])).toMatchObject({ userinfo: [], idToken: [] });
});

it("asks the user for the data of the scopes of such claims", () => {
  const claims = { idToken: ["name"], userinfo: ["roles", "email"] };
  expect(toAllow({ scopes: ["openid", "email"], claims, api: null }).scopes).toEqual([
    "openid",
    "email",
    "profile",
    "roles",
  ]);
});

it("reads which acr is asked for, and whether it is essential", () => {
  const acr = (said: unknown, others?: Record<string, string>) => asked({ id_token: { acr: said } }, others).acr;
  expect(acr({ essential: true, values: ["phr", 1, "x"] })).toEqual({ values: ["phr", "x"], isEssential: true });
  expect(acr({ value: "phr" })).toEqual({ values: ["phr"], isEssential: false });
  expect(acr({ essential: true })).toBeNull();
  expect(acr(null, { acr_values: " 1  phr" })).toEqual({ values: ["1", "phr"], isEssential: false });
  expect(acr({ value: "2" }, { acr_values: "1" })).toEqual({ values: ["2"], isEssential: false });
});

it("reads the user whom the application expects", () => {
  expect(asked({ id_token: { sub: { value: "ada" } } }).subject).toBe("ada");
  expect(asked({ id_token: { sub: null } }).subject).toBeNull();
});
