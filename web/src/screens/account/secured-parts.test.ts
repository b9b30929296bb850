import { expect, it } from "vitest";
import { choose, everyPart, partsOf, sendsLink } from "./secured-parts.ts";

it("D17 takes along what ends with a part, and lets go what needs one that stays", () => {
  expect(choose(everyPart, "trustedBrowsers", false)).toEqual({
    password: false,
    sessions: false,
    consents: false,
    apiKeys: true,
    hardwareKeys: false,
    twoFactor: false,
    trustedBrowsers: false,
  });
  const none = choose(choose(everyPart, "trustedBrowsers", false), "apiKeys", false);
  expect(choose(none, "password", true)).toMatchObject({ password: true, sessions: true, trustedBrowsers: true });
  expect(choose(everyPart, "sessions", false)).toMatchObject({ password: false, consents: false, hardwareKeys: true });
});

it("D17 says of a link only where the email has one", () => {
  const had = {
    hasPassword: true,
    sessions: 1,
    consents: 0,
    apiKeys: 0,
    hardwareKeys: 1,
    twoFactorEnabled: false,
    recoveryCodes: 0,
    trustedBrowsers: 0,
  };
  const active = { isOwn: false, isActive: true };
  const deactivated = { isOwn: false, isActive: false };
  const noPassword = choose(everyPart, "password", false);
  expect(partsOf(had, active)[0]).toEqual(["password", "Password: ends; an email has a link to set a new one"]);
  expect(partsOf(had, deactivated)[0]?.[1]).toContain("no link");
  expect(sendsLink(everyPart, had, active)).toBe(true);
  expect(sendsLink(everyPart, had, deactivated)).toBe(false);
  expect(sendsLink(noPassword, had, active)).toBe(false);
  expect(sendsLink(noPassword, { ...had, hasPassword: false }, active)).toBe(true);
});
