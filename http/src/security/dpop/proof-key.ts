import { calculateJwkThumbprint } from "jose";
import { z } from "zod";
import { secretMembers } from "../../routing/application-schema.ts";

/**
 * RFC 9449 section 5.1: what clients may sign their proofs with. Never `none`, and no algorithm with a shared secret. `Ed25519`: `EdDSA` as
 * RFC 9864 names it.
 */
export const proofAlgorithms = ["ES256", "RS256", "PS256", "EdDSA", "Ed25519"] as const;
export type ProofAlgorithm = (typeof proofAlgorithms)[number];

const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** 2048 to 4096 bits: a longer modulus takes long to verify with. */
const modulus = z.string().regex(/^[A-Za-z0-9_-]{342,683}$/);
const exponent = z.string().regex(/^[A-Za-z0-9_-]{1,6}$/);

const elliptic = z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: coordinate, y: coordinate });
const rsa = z.object({ kty: z.literal("RSA"), n: modulus, e: exponent });
const edwards = z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: coordinate });

const forms: Readonly<Record<ProofAlgorithm, z.ZodType<ProofKey>>> = {
  ES256: elliptic,
  RS256: rsa,
  PS256: rsa,
  EdDSA: edwards,
  Ed25519: edwards,
};

/** The public members of a JWK (RFC 7517), and no others. */
export type ProofKey = z.infer<typeof elliptic> | z.infer<typeof rsa> | z.infer<typeof edwards>;

export const isSecret = (jwk: unknown): boolean =>
  typeof jwk === "object" && jwk !== null && secretMembers.some((name) => name in jwk);

/** The public key of a proof; null if it is none of the algorithm, or too weak. */
export const proofKey = (algorithm: ProofAlgorithm, jwk: unknown): ProofKey | null =>
  forms[algorithm].safeParse(jwk).data ?? null;

/** RFC 7638, with SHA-256: 43 characters of base64url. */
export const thumbprintOf = (key: ProofKey): Promise<string> => calculateJwkThumbprint(key, "sha256");
