import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { apiKeyDigest, apiKeyPrefix, apiKeyText, matchesApiKey, parseApiKey } from "./api-key.ts";

const parts = { keyId: randomUUID(), secret: randomBytes(32).toString("base64url") };
const text = apiKeyText(parts);

describe("an API key", () => {
  it("KY-01 names its stream, and shows eight characters of it as its prefix", () => {
    expect(parseApiKey(text)).toEqual(parts);
    expect(text.startsWith(apiKeyPrefix(parts.keyId))).toBe(true);
    expect(apiKeyPrefix(parts.keyId)).toHaveLength("atk_".length + 8);
  });

  it("KY-01 ends with the CRC-32 of what comes before, as a known key shows", () => {
    const known = { keyId: "9a0b1c2d-3e4f-4051-8263-748596a7b8c9", secret: "A".repeat(43) };
    expect(apiKeyText(known)).toBe(`atk_${known.keyId}_${known.secret}_f3d55430`);
  });

  it.each([
    ["another checksum", text.slice(0, -1) + (text.endsWith("0") ? "1" : "0")],
    ["the prefix alone", apiKeyPrefix(parts.keyId)],
    ["no checksum", text.slice(0, -9)],
    ["another mark", text.replace("atk_", "ats_")],
    ["upper case", text.toUpperCase()],
    ["more behind it", `${text}0`],
    ["a character of the secret changed", text.replace(parts.secret, `${parts.secret.slice(0, -1)}-`)],
    ["nothing", ""],
  ])("KY-03 is not %s", (_, other) => {
    expect(parseApiKey(other)).toBeNull();
  });

  it("KY-01 is stored as a keyed digest of all of it", () => {
    const hmac = (...signed: string[]) => JSON.stringify(signed);
    expect(apiKeyDigest(parts, hmac)).toBe(JSON.stringify(["API key", text]));
  });

  it("KY-02 is compared as a digest, also where the id is unknown", () => {
    const signed: string[][] = [];
    const hmac = (...of: string[]) => {
      signed.push(of);
      return "B".repeat(43);
    };
    expect(matchesApiKey(parts, "B".repeat(43), hmac)).toBe(true);
    expect(matchesApiKey(parts, "C".repeat(43), hmac)).toBe(false);
    expect(matchesApiKey(parts, null, hmac)).toBe(false);
    expect(matchesApiKey(parts, null, () => "A".repeat(43))).toBe(false);
    expect(signed).toEqual(Array(3).fill(["API key", text]));
  });
});
