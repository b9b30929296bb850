import { compactVerify, errors } from "jose";
import { z } from "zod";
import { algorithms, type SigningAlgorithm } from "../signing-keys/signing-keys.ts";
import type { OAuthDependencies } from "./token-dependencies.ts";

const claims = z.object({ iss: z.string(), sub: z.uuid(), aud: z.string(), sid: z.uuid().optional() });

/** An ID token that this service signed, perhaps long ago, by a key that is retired: its lifetime is not checked. */
export interface IdTokenHint {
  userId: string;
  clientId: string;
  /** In which the application signed the user in. */
  sessionId: string | null;
}

const isAlgorithm = (text: string): text is SigningAlgorithm => algorithms.some((each) => each === text);

/** Null for anything else, such as an access token, or an ID token that was altered. */
export async function readIdToken(
  { signer, issuer }: Pick<OAuthDependencies, "signer" | "issuer">,
  token: string,
): Promise<IdTokenHint | null> {
  const keyOf = async ({ alg, kid = "", typ }: { alg: string; kid?: string; typ?: string }) => {
    const signed = typ === "JWT" && isAlgorithm(alg) ? { algorithm: alg, keyId: kid, by: "any" as const } : null;
    const key = signed && (await signer.verificationKey(signed));
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const { payload } = await compactVerify(token, keyOf, { algorithms: [...algorithms] });
    const { iss, sub: userId, aud: clientId, sid } = claims.parse(JSON.parse(new TextDecoder().decode(payload)));
    return iss === issuer ? { userId, clientId, sessionId: sid ?? null } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof SyntaxError) return null;
    throw error;
  }
}
