import { z } from "zod";

/** Schemas of the preview of claims. */

export const claimsPreviewQuery = z.strictObject({
  scope: z
    .string("This must be a list of scopes")
    .max(200, "Use at most 200 characters")
    .optional()
    .describe("Scopes, divided by blanks"),
});

const claims = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]));
export type Claims = z.infer<typeof claims>;

/** What an application would learn of its developer. A value that only a real token has is described in parentheses. */
export const claimsPreview = z.strictObject({
  /** Those that were asked for and exist. */
  scopes: z.array(z.string()),
  accessToken: claims,
  /** Null without the scope `openid`. */
  idToken: claims.nullable(),
  /** What GET /api/oauth/userinfo answers; null if it would refuse. */
  userinfo: claims.nullable(),
  /** Whether a refresh token would come too. */
  refreshToken: z.boolean(),
});
