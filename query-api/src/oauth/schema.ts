import { z } from "zod";

/** OpenID Connect Discovery section 3, RFC 8414 section 2. */
export const providerMetadata = z
  .strictObject({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    userinfo_endpoint: z.url(),
    jwks_uri: z.url(),
    revocation_endpoint: z.url(),
    introspection_endpoint: z.url(),
    device_authorization_endpoint: z.url(),
    pushed_authorization_request_endpoint: z.url(),
    registration_endpoint: z.url(),
    end_session_endpoint: z.url(),
    backchannel_logout_supported: z.boolean(),
    backchannel_logout_session_supported: z.boolean(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    introspection_endpoint_auth_methods_supported: z.array(z.string()),
    introspection_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    claims_supported: z.array(z.string()),
    prompt_values_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
    acr_values_supported: z.array(z.string()),
    claims_parameter_supported: z.boolean(),
    claim_types_supported: z.array(z.string()),
    ui_locales_supported: z.array(z.string()),
    request_parameter_supported: z.boolean(),
    request_object_signing_alg_values_supported: z.array(z.string()),
    request_uri_parameter_supported: z.boolean(),
    require_pushed_authorization_requests: z.boolean(),
    dpop_signing_alg_values_supported: z.array(z.string()),
    client_id_metadata_document_supported: z.literal(true).optional(),
    service_documentation: z.url(),
  })
  .meta({ id: "ProviderMetadata" });

/** RFC 7517. Strict, so that no private member is ever sent. */
export const jwks = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kid: z.string(),
        alg: z.enum(["RS256", "ES256"]),
        use: z.literal("sig"),
        kty: z.string(),
        n: z.string().optional(),
        e: z.string().optional(),
        crv: z.string().optional(),
        x: z.string().optional(),
        y: z.string().optional(),
      }),
    ),
  })
  .meta({ id: "SigningKeys" });

/**
 * The claims by scope: `sub` always, `email` and `email_verified` with `email`, `roles` with `roles`, all others with `profile`. Names
 * that are not there are left out.
 */
export const userinfo = z
  .strictObject({
    sub: z.uuid(),
    id: z.uuid().optional(),
    username: z.string().optional(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    name: z.string().optional(),
    given_name: z.string().optional(),
    family_name: z.string().optional(),
    preferred_username: z.string().optional(),
    /** Seconds since the epoch. */
    updated_at: z.int().optional(),
    twoFactorEnabled: z.boolean().optional(),
    email: z.string().optional(),
    email_verified: z.boolean().optional(),
    roles: z.array(z.string()).optional(),
  })
  .meta({ id: "Userinfo" });

/** RFC 7662 section 2.2. Nothing but `active` is told of a token that is not active, or not the application's own. */
export const introspection = z
  .strictObject({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    token_type: z.enum(["Bearer", "DPoP"]).optional(),
    exp: z.int().optional(),
    iat: z.int().optional(),
    sub: z.string().optional(),
    aud: z.string().optional(),
    iss: z.string().optional(),
    jti: z.string().optional(),
    /** Of a token that is bound to a key (RFC 9449 section 6.2). */
    cnf: z.strictObject({ jkt: z.string() }).optional(),
  })
  .meta({ id: "Introspection" });
