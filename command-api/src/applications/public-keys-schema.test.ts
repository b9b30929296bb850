import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { publicKeys, storedKeys } from "./public-keys-schema.ts";

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const elliptic = publicKey.export({ format: "jwk" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
const edwards = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
const faults = (keys: unknown) =>
  publicKeys.safeParse(keys).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("the public keys of an application", () => {
  it("are kept with the members that verify, and without others", () => {
    const named = { ...elliptic, kid: "one", alg: "ES256", use: "sig" };
    const keys = [{ ...named, x5c: ["MII"], key_ops: ["verify"], ext: true }, rsa, edwards];
    expect(storedKeys(publicKeys.parse({ keys }))).toEqual({ keys: [named, rsa, edwards] });
  });

  it("are refused with a private member, which is named and not shown", () => {
    const { d, ...rest } = privateKey.export({ format: "jwk" });
    const found = faults({ keys: [edwards, { ...rest, d }] });
    expect(found).toEqual([["keys.1.d", expect.stringContaining("private key")]]);
    expect(JSON.stringify(found)).not.toContain(d);
    expect(faults({ keys: [{ kty: "oct", k: "c2VjcmV0" }] })).toEqual([["keys.0.kty", "Use RSA, EC or OKP"]]);
  });

  it.each<[string, unknown, string]>([
    ["a text", "-----BEGIN PUBLIC KEY-----", ""],
    ["one key", elliptic, "keys"],
    ["no key", { keys: [] }, "keys"],
    ["six keys", { keys: Array(6).fill(edwards) }, "keys"],
    [
      "two keys of one name",
      {
        keys: [
          { ...edwards, kid: "a" },
          { ...rsa, kid: "a" },
        ],
      },
      "keys",
    ],
    ["another curve", { keys: [{ ...elliptic, crv: "P-384" }] }, "keys.0.crv"],
    ["a short modulus", { keys: [{ ...rsa, n: rsa.n?.slice(0, 171) }] }, "keys.0.n"],
    ["a missing coordinate", { keys: [{ ...elliptic, y: undefined }] }, "keys.0.y"],
    ["no base64url", { keys: [{ ...edwards, x: "=".repeat(43) }] }, "keys.0.x"],
    ["the algorithm of another type", { keys: [{ ...edwards, alg: "ES256" }] }, "keys.0.alg"],
    ["HS256", { keys: [{ ...rsa, alg: "HS256" }] }, "keys.0.alg"],
    ["a key for encryption", { keys: [{ ...rsa, use: "enc" }] }, "keys.0.use"],
  ])("may not be %s", (_, keys, field) => {
    expect(faults(keys)?.map(([path]) => path)).toContain(field);
  });
});
