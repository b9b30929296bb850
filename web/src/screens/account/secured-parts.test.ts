import { expect, it } from "vitest";
import { choose, everyPart } from "./secured-parts.ts";

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
