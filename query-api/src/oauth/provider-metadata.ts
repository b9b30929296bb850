import { acrValues } from "@attestory/events/authentication.ts";
import { applicationAlgorithms } from "@attestory/http/routing/application-schema.ts";
import { proofAlgorithms } from "@attestory/http/security/dpop/proof-key.ts";
import { scopeOfClaim } from "@attestory/http/security/person-claims.ts";
import { providerScopes } from "@attestory/http/security/provider-scopes.ts";

/** Those of ID tokens, and those of userinfo. */
const claims = [
  "sub",
  "iss",
  "aud",
  "exp",
  "iat",
  "auth_time",
  "acr",
  "amr",
  "nonce",
  "at_hash",
  "azp",
  "sid",
  ...Object.keys(scopeOfClaim),
];

const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";

const clientAuthentication = ["client_secret_basic", "client_secret_post", "private_key_jwt"];

/** What this provider supports (OpenID Connect Discovery section 3, RFC 8414 section 2). */
export const providerMetadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/api/oauth/token`,
  userinfo_endpoint: `${issuer}/api/oauth/userinfo`,
  jwks_uri: `${issuer}/api/oauth/jwks`,
  revocation_endpoint: `${issuer}/api/oauth/revoke`,
  introspection_endpoint: `${issuer}/api/oauth/introspect`,
  device_authorization_endpoint: `${issuer}/api/oauth/device_authorization`,
  pushed_authorization_request_endpoint: `${issuer}/api/oauth/par`,
  registration_endpoint: `${issuer}/api/oauth/register`,
  end_session_endpoint: `${issuer}/api/oauth/end_session`,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  scopes_supported: [...providerScopes],
  response_types_supported: ["code"],
  response_modes_supported: ["query", "fragment", "form_post"],
  grant_types_supported: ["authorization_code", "refresh_token", "client_credentials", deviceGrantType],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256", "ES256"],
  token_endpoint_auth_methods_supported: [...clientAuthentication, "none"],
  token_endpoint_auth_signing_alg_values_supported: applicationAlgorithms,
  revocation_endpoint_auth_methods_supported: [...clientAuthentication, "none"],
  revocation_endpoint_auth_signing_alg_values_supported: applicationAlgorithms,
  introspection_endpoint_auth_methods_supported: clientAuthentication,
  introspection_endpoint_auth_signing_alg_values_supported: applicationAlgorithms,
  code_challenge_methods_supported: ["S256"],
  claims_supported: claims,
  prompt_values_supported: ["none", "login", "consent", "select_account", "create"],
  authorization_response_iss_parameter_supported: true,
  acr_values_supported: [...acrValues],
  claims_parameter_supported: true,
  claim_types_supported: ["normal"],
  ui_locales_supported: ["en"],
  request_parameter_supported: true,
  // An unsigned one is refused unless its application allows it.
  request_object_signing_alg_values_supported: applicationAlgorithms,
  request_uri_parameter_supported: false,
  require_pushed_authorization_requests: false,
  dpop_signing_alg_values_supported: [...proofAlgorithms],
  service_documentation: `${issuer}/docs`,
});
