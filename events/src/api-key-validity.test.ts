import { expect, it } from "vitest";
import { isApiKeyGood } from "./api-key-validity.ts";

const key = { apiKeyEpoch: 1, expiresAt: "2026-03-02T00:00:00.000Z", revoked: false };
const owner = { isActive: true, emailVerified: true, apiKeyEpoch: 1 };
const [before, after] = [new Date("2026-03-01T23:59:59.999Z"), new Date("2026-03-02T00:00:00.000Z")];

it("KY-03 accepts a key until it expires, is revoked, or its owner's keys end", () => {
  expect(isApiKeyGood(key, owner, before)).toBe(true);
  expect(isApiKeyGood({ ...key, expiresAt: null }, owner, after)).toBe(true);
  expect(isApiKeyGood(key, owner, after)).toBe(false);
  expect(isApiKeyGood({ ...key, revoked: true }, owner, before)).toBe(false);
  expect(isApiKeyGood(key, { ...owner, isActive: false }, before)).toBe(false);
  expect(isApiKeyGood(key, { ...owner, emailVerified: false }, before)).toBe(false);
  expect(isApiKeyGood(key, { ...owner, apiKeyEpoch: 2 }, before)).toBe(false);
});
