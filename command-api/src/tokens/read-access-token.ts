import { applicationIdOf } from "@attestory/events/client-id.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import { errors, jwtVerify } from "jose";
import { z } from "zod";
import type { OAuthDependencies } from "./token-dependencies.ts";

const claims = z.object({
  client_id: z.string(),
  jti: z.uuid(),
  exp: z.int(),
  grant: z.uuid().optional(),
  aud: z.string(),
  api: z.uuid().optional(),
});

/** An access token that this service signed. By another process's clock, it may not have expired. */
export interface AccessTokenClaims {
  applicationId: string;
  tokenId: string;
  expiresAt: Date;
  /** Null: the application acts for itself. */
  authorizationId: string | null;
}

/** Null for anything else. Whether the token was revoked is not checked. */
export async function readAccessToken(
  { signer, issuer }: Pick<OAuthDependencies, "signer" | "issuer">,
  token: string,
  now: Date,
): Promise<AccessTokenClaims | null> {
  const keyOf = async ({ kid = "" }: { kid?: string }) => {
    const key = await signer.verificationKey({ algorithm: "ES256", keyId: kid, by: "published" });
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  const rules = {
    typ: "at+jwt",
    issuer,
    algorithms: ["ES256"],
    currentDate: now,
    clockTolerance: maxClockSkewMs / 1000,
  };
  try {
    const {
      client_id,
      jti,
      exp,
      aud,
      api,
      grant = null,
    } = claims.parse((await jwtVerify(token, keyOf, rules)).payload);
    if (aud !== issuer && api === undefined) return null;
    return {
      applicationId: applicationIdOf(client_id),
      tokenId: jti,
      expiresAt: new Date(exp * 1000),
      authorizationId: grant,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
    throw error;
  }
}
