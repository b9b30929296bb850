import { applicationAlgorithms, secretMembers } from "@attestory/http/routing/application-schema.ts";
import { z } from "zod";

/** The public keys of an application, as a JWK Set (RFC 7517). The form in the browser checks with this schema, too. */

const mostKeys = 5;

interface KeyType {
  algorithms: readonly string[];
  curve: string | null;
  /** With how long they are, in characters of base64url. */
  members: Readonly<Record<string, { min: number; max: number }>>;
}

const coordinate = { min: 43, max: 43 };
const keyTypes: Readonly<Record<string, KeyType>> = {
  // 2,048 to 4,096 bits.
  RSA: { algorithms: ["RS256", "PS256"], curve: null, members: { n: { min: 342, max: 683 }, e: { min: 4, max: 8 } } },
  EC: { algorithms: ["ES256"], curve: "P-256", members: { x: coordinate, y: coordinate } },
  OKP: { algorithms: ["EdDSA"], curve: "Ed25519", members: { x: coordinate } },
};

const member = z.string("This must be text").max(1000, "Use at most 1,000 characters");
const described = {
  kty: z.enum(["RSA", "EC", "OKP"], "Use RSA, EC or OKP").describe("The type of the key"),
  kid: member.min(1, "Leave out a blank id").max(200, "Use at most 200 characters").optional(),
  alg: z.enum(applicationAlgorithms, "Use RS256, PS256, ES256 or EdDSA").optional(),
  use: z.literal("sig", "Use sig: the key verifies signatures").optional(),
  n: member.optional().describe("RSA: the modulus, of 2,048 to 4,096 bits"),
  e: member.optional().describe("RSA: the exponent"),
  crv: member.optional().describe("P-256 for EC, Ed25519 for OKP"),
  x: member.optional().describe("EC and OKP"),
  y: member.optional().describe("EC"),
};

const isBase64Url = (text: string) => /^[A-Za-z0-9_-]+$/.test(text);

type Key = { kty: string } & Record<string, unknown>;
type Faults = Record<string, string>;

function faultsOfMembers(key: Key, { members, curve, algorithms }: KeyType): Faults {
  const faults: Faults = {};
  for (const [name, { min, max }] of Object.entries(members)) {
    const value = key[name];
    const fits = typeof value === "string" && isBase64Url(value) && value.length >= min && value.length <= max;
    if (!fits) faults[name] = `A key of the type ${key.kty} needs ${name} as base64url of ${lengthOf(min, max)}`;
  }
  if (curve !== null && key.crv !== curve) faults.crv = `Use the curve ${curve}`;
  if (key.alg !== undefined && !algorithms.includes(String(key.alg))) {
    faults.alg = `A key of the type ${key.kty} signs with ${algorithms.join(" or ")}`;
  }
  return faults;
}

const lengthOf = (min: number, max: number) => (min === max ? `${min} characters` : `${min} to ${max} characters`);

function faultsOf(key: Key): Faults {
  const secret = secretMembers.find((name) => name in key);
  if (secret) return { [secret]: "This belongs to a private key, which nobody may see. Enter only the public key" };
  const type = keyTypes[key.kty];
  return type ? faultsOfMembers(key, type) : {};
}

/** For /openapi.json. Nobody has its private key. */
const sampleKey = {
  kty: "EC",
  kid: "2026-11",
  crv: "P-256",
  x: "20PK0pKt8y8ZgbNdyftPcbNy0bykOaPYlelZIE9_vbU",
  y: "WcKsHQ6hTJ-IgV9pOFwYeO3KAPQ2ehABddTN2QRDZM8",
};

const publicKey = z
  .looseObject(described)
  .superRefine((key, context) => {
    for (const [name, message] of Object.entries(faultsOf(key))) {
      context.addIssue({ code: "custom", message, path: [name] });
    }
  })
  .meta({ examples: [sampleKey] });

const keysForm = 'Enter a JWK Set, such as {"keys": [{"kty": "EC", …}]}';
const haveOneName = (keys: readonly { kid?: string | undefined }[]) => {
  const ids = keys.flatMap(({ kid }) => (kid === undefined ? [] : [kid]));
  return new Set(ids).size === ids.length;
};

export const publicKeys = z.strictObject(
  {
    keys: z
      .array(publicKey, "This must be a list of keys")
      .min(1, "Enter at least one key")
      .max(mostKeys, `Use at most ${mostKeys} keys`)
      .refine(haveOneName, "Two keys have the same kid"),
  },
  keysForm,
);

export type PublicKeys = z.output<typeof publicKeys>;

/** What is stored: members that no algorithm of ours reads, such as `x5c` or `key_ops`, are left out. */
export const storedKeys = ({ keys }: PublicKeys): { keys: Record<string, string>[] } => ({
  keys: keys.map((key) =>
    Object.fromEntries(
      Object.keys(described).flatMap((name) => {
        const value = key[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    ),
  ),
});
