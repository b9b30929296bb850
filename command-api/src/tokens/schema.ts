import { z } from "zod";

/** Schemas of the token and revocation endpoints. */

/** RFC 6749 section 3.2: unknown parameters are ignored, and one without a value counts as absent. */
const parameter = z
  .string()
  .transform((text) => (text === "" ? undefined : text))
  .optional();
const client = { client_id: parameter, client_secret: parameter };

/** RFC 6749 sections 4.1.3, 4.4.2 and 6; RFC 7636 section 4.5. */
export const tokenRequest = z
  .object({
    grant_type: z.string(),
    code: parameter,
    redirect_uri: parameter,
    code_verifier: parameter,
    refresh_token: parameter,
    scope: parameter,
    ...client,
  })
  .meta({ id: "TokenRequest" });

/** RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3. */
export const tokenResponse = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    scope: z.string().optional(),
    refresh_token: z.string().optional(),
    id_token: z.string().optional(),
  })
  .meta({ id: "TokenResponse" });

/** RFC 7009 section 2.1. */
export const revocationRequest = z.object({ token: z.string(), token_type_hint: parameter, ...client });
export const revoked = z.strictObject({});
