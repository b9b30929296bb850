import { expect, it } from "vitest";
import { signedInWith } from "./signed-in-with.ts";

it("says in words how a session was started", () => {
  expect(signedInWith({ method: "password", secondFactor: null })).toBe("a password");
  expect(signedInWith({ method: "password", secondFactor: "totp" })).toBe("a password and a code");
  expect(signedInWith({ method: "password", secondFactor: "trusted-device" })).toBe("a password in a trusted browser");
  expect(signedInWith({ method: "passkey", secondFactor: null })).toBe("a passkey");
});
