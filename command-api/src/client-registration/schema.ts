import { z } from "zod";

/** Schemas of the calls about applications that register themselves. */

const daysText = "Use a whole number of days from 1 to 365";
const usesText = "Use a whole number from 1 to 1000";

const labelText = "Please enter a label";
const onlyVisible = (text: string) => !/[\p{C}\p{DI}\p{Zl}\p{Zp}]/u.test(text);

export const initialTokenCreation = z.strictObject({
  label: z
    .string(labelText)
    .refine(onlyVisible, "Remove the invisible characters")
    .trim()
    .min(1, labelText)
    .max(100, "Use at most 100 characters")
    .describe("What the token is for: 1 to 100 characters"),
  expiresInDays: z.int(daysText).min(1, daysText).max(365, daysText).optional().describe("1 to 365; 7 by default"),
  uses: z
    .int(usesText)
    .min(1, usesText)
    .max(1000, usesText)
    .optional()
    .describe("How many applications may register: 1 to 1,000; 1 by default"),
});
export const initialTokenMade = z.strictObject({
  initialAccessToken: z.strictObject({
    id: z.uuid(),
    label: z.string(),
    expiresAt: z.iso.datetime(),
    uses: z.int(),
    /** Shown only here. */
    token: z.string(),
  }),
});
export const initialTokenParams = z.strictObject({
  id: z.uuid("This is not the id of an initial access token").toLowerCase(),
});

/** Checked by `client-metadata.ts`, which refuses in the words of RFC 7591 section 3.2.2. Unknown metadata are ignored. */
const said = z.unknown().optional();
export const clientMetadata = z
  .looseObject({
    client_name: said.describe("At most 100 characters; the host of the first redirect URI if left out"),
    redirect_uris: said.describe("1 to 20 addresses: https, or http on localhost, 127.0.0.1 and [::1]"),
    token_endpoint_auth_method: said.describe(
      "client_secret_basic (if left out), client_secret_post, private_key_jwt or none",
    ),
    jwks: said.describe("A JWK Set of 1 to 5 public keys"),
    jwks_uri: said.describe("Refused: nothing is fetched"),
    logo_uri: said.describe("The https address of an image on a public site"),
    client_uri: said.describe("The home page"),
    post_logout_redirect_uris: said.describe("Where a sign-out may lead: at most 20 addresses"),
    backchannel_logout_uri: said.describe("Where logout tokens are sent when a session ends"),
    id_token_signed_response_alg: said.describe("RS256 (if left out) or ES256"),
    grant_types: said.describe(
      "Must have authorization_code; with urn:ietf:params:oauth:grant-type:device_code it may sign in on a device. The answer says what is allowed",
    ),
    require_pushed_authorization_requests: said.describe(
      "Whether its requests count only if they were pushed (RFC 9126)",
    ),
    dpop_bound_access_tokens: said.describe("Whether its tokens have to be bound to a key (RFC 9449)"),
    request_object_signing_alg: said.describe("none allows request objects without a signature; any other is ignored"),
    response_types: said.describe("Must have code"),
    subject_type: said.describe("public"),
  })
  .meta({ id: "ClientMetadata" });
export type ClientMetadata = z.output<typeof clientMetadata>;

/** RFC 7592 section 2.2. */
export const clientUpdate = clientMetadata
  .extend({ client_id: said.describe("As registered"), client_secret: said.describe("Ignored") })
  .meta({ id: "ClientUpdate" });
export const clientParams = z.strictObject({ client_id: z.string().max(200) });

/** RFC 7591 section 3.2.1, RFC 7592 section 3. `client_secret` is there once, in the answer to the registration. */
export const clientInformation = z
  .strictObject({
    client_id: z.uuid(),
    client_id_issued_at: z.int(),
    client_secret: z.string().optional(),
    client_secret_expires_at: z.literal(0).optional(),
    registration_access_token: z.string(),
    registration_client_uri: z.url(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    logo_uri: z.string().optional(),
    client_uri: z.string().optional(),
    jwks: z.strictObject({ keys: z.array(z.record(z.string(), z.string())) }).optional(),
    backchannel_logout_uri: z.string().optional(),
    post_logout_redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.enum(["client_secret_basic", "private_key_jwt", "none"]),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    id_token_signed_response_alg: z.enum(["RS256", "ES256"]),
    require_pushed_authorization_requests: z.boolean(),
    dpop_bound_access_tokens: z.boolean(),
    request_object_signing_alg: z.literal("none").optional(),
    subject_type: z.literal("public"),
  })
  .meta({ id: "ClientInformation" });
