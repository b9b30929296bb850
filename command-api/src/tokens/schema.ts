import { z } from "zod";

/** Schemas of the token and revocation endpoints. */

/** RFC 6749 section 3.2: unknown parameters are ignored, and one without a value counts as absent. */
const parameter = z
  .string()
  .transform((text) => (text === "" ? undefined : text))
  .optional();
const client = {
  client_id: parameter.describe("Unless the application authenticates by Basic; a public one sends only this"),
  client_secret: parameter.describe("Unless the application authenticates by Basic or by its keys, or is public"),
  client_assertion: parameter.describe("For private_key_jwt: a JWT that the application signed for this call"),
  client_assertion_type: parameter.describe(
    "With client_assertion: urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  ),
};

/** RFC 6749 sections 4.1.3, 4.4.2 and 6; RFC 7636 section 4.5; RFC 8628 section 3.4. */
export const tokenRequest = z
  .object({
    grant_type: z
      .string()
      .describe(
        "authorization_code, refresh_token, client_credentials, or urn:ietf:params:oauth:grant-type:device_code",
      ),
    code: parameter.describe("Of the authorization, for a code"),
    redirect_uri: parameter.describe("Of the authorization, for a code"),
    code_verifier: parameter.describe("Of the PKCE challenge, for a code whose request had one"),
    device_code: parameter.describe("Of the device authorization, for a device code"),
    refresh_token: parameter.describe("The newest one, for a refresh"),
    scope: parameter.describe("For a refresh: a part of what was granted; for client_credentials: scopes of the API"),
    resource: parameter.describe(
      "The API that the tokens are for (RFC 8707): of the authorization, or for client_credentials",
    ),
    ...client,
  })
  .meta({ id: "TokenRequest" });

/** RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3. */
export const tokenResponse = z
  .strictObject({
    access_token: z.string(),
    token_type: z.enum(["Bearer", "DPoP"]),
    expires_in: z.int(),
    scope: z.string().optional(),
    refresh_token: z.string().optional(),
    id_token: z.string().optional(),
  })
  .meta({ id: "TokenResponse" });

/** RFC 7009 section 2.1. */
export const revocationRequest = z.object({
  token: z.string().describe("An access token or a refresh token"),
  token_type_hint: parameter.describe("Ignored"),
  ...client,
});
export const revoked = z.strictObject({});
