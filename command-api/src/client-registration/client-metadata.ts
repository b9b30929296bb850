import { type AuthMethod, authMethodOf } from "@attestory/http/routing/application-answer.ts";
import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { z } from "zod";
import type { Application } from "../applications/application-state.ts";
import { storedKeys } from "../applications/public-keys-schema.ts";
import { type ApplicationRegistration, defaultSettings } from "../applications/register-application.ts";
import { applicationRegistration } from "../applications/schema.ts";
import type { ClientMetadata } from "./schema.ts";

/** The settings of an application, as its metadata names them (RFC 7591 section 2). */
const names: Readonly<Record<string, string>> = {
  name: "client_name",
  redirectUris: "redirect_uris",
  logoUrl: "logo_uri",
  homepageUrl: "client_uri",
  idTokenAlgorithm: "id_token_signed_response_alg",
  postLogoutRedirectUris: "post_logout_redirect_uris",
  backchannelLogoutUri: "backchannel_logout_uri",
  jwks: "jwks",
  requirePushedRequests: "require_pushed_authorization_requests",
  requireDpop: "dpop_bound_access_tokens",
};

/** All that an application's metadata decide. */
export type AskedSettings = Omit<ApplicationRegistration, "ownerId">;

export const invalidMetadata = (description: string) => oauthProblem(400, "invalid_client_metadata", description);

const methods = new Map<unknown, AuthMethod>([
  [undefined, "client_secret"],
  ["client_secret_basic", "client_secret"],
  ["client_secret_post", "client_secret"],
  ["private_key_jwt", "private_key_jwt"],
  ["none", "none"],
]);

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

const lists = (value: unknown, entry: string): boolean =>
  value === undefined || (Array.isArray(value) && value.includes(entry));

/** What no setting of ours can be. Everything else that is unknown is ignored, and left out of the answer. */
function faultOf(metadata: ClientMetadata): string | null {
  if (metadata.jwks_uri !== undefined) return "jwks_uri: send the keys as jwks, because nothing is fetched";
  if (!methods.has(metadata.token_endpoint_auth_method)) {
    return "token_endpoint_auth_method: use client_secret_basic, client_secret_post, private_key_jwt or none";
  }
  if (!lists(metadata.grant_types, "authorization_code")) return "grant_types must have authorization_code";
  if (!lists(metadata.response_types, "code")) return "response_types must have code";
  if ((metadata.subject_type ?? "public") !== "public") return "subject_type: use public";
  return null;
}

/** The settings that the metadata ask for. What is left out has its value of a new application. */
export function settingsOf(metadata: ClientMetadata): AskedSettings | ProblemAnswer {
  const fault = faultOf(metadata);
  if (fault) return invalidMetadata(fault);
  const method = methods.get(metadata.token_endpoint_auth_method);
  const kind = method === "none" ? "public" : "confidential";
  const read = applicationRegistration.safeParse({
    name: metadata.client_name ?? hostOf(metadata.redirect_uris),
    redirectUris: metadata.redirect_uris,
    logoUrl: metadata.logo_uri,
    homepageUrl: metadata.client_uri,
    idTokenAlgorithm: metadata.id_token_signed_response_alg,
    postLogoutRedirectUris: metadata.post_logout_redirect_uris,
    backchannelLogoutUri: metadata.backchannel_logout_uri,
    jwks: metadata.jwks,
    requirePushedRequests: metadata.require_pushed_authorization_requests,
    requireDpop: metadata.dpop_bound_access_tokens,
    allowDeviceFlow: Array.isArray(metadata.grant_types) && metadata.grant_types.includes(deviceGrant),
    allowUnsignedRequests: metadata.request_object_signing_alg === "none",
  });
  return read.success ? asked(read.data, { kind, method }) : refusalOf(read.error);
}

const asked = (
  said: z.output<typeof applicationRegistration>,
  { kind, method }: { kind: Application["kind"]; method: AuthMethod | undefined },
): AskedSettings => ({
  ...defaultSettings,
  name: said.name,
  description: "",
  logoUrl: said.logoUrl || null,
  homepageUrl: said.homepageUrl || null,
  redirectUris: said.redirectUris,
  kind,
  requirePkce: kind === "public",
  idTokenAlgorithm: said.idTokenAlgorithm ?? defaultSettings.idTokenAlgorithm,
  postLogoutRedirectUris: said.postLogoutRedirectUris ?? [],
  backchannelLogoutUri: said.backchannelLogoutUri || null,
  allowDeviceFlow: said.allowDeviceFlow ?? false,
  requirePushedRequests: said.requirePushedRequests ?? defaultSettings.requirePushedRequests,
  requireDpop: said.requireDpop ?? defaultSettings.requireDpop,
  allowUnsignedRequests: said.allowUnsignedRequests ?? defaultSettings.allowUnsignedRequests,
  jwks: said.jwks ? storedKeys(said.jwks) : null,
  authMethod: method,
});

/** For an application that says no name: users read where it is. */
function hostOf(redirectUris: unknown): string {
  const [first] = Array.isArray(redirectUris) ? redirectUris : [];
  return (typeof first === "string" && URL.canParse(first) && new URL(first).hostname) || "Application";
}

function refusalOf({ issues: [issue] }: z.ZodError): ProblemAnswer {
  const setting = String(issue?.path[0]);
  const description = `${names[setting] ?? setting}: ${issue?.message}`;
  return setting === "redirectUris"
    ? oauthProblem(400, "invalid_redirect_uri", description)
    : invalidMetadata(description);
}

const methodNames = { client_secret: "client_secret_basic", private_key_jwt: "private_key_jwt", none: "none" } as const;

/** What is registered (RFC 7591 section 3.2.1): without what was never said, and without what is ignored. */
export const metadataOf = (application: Application) => ({
  client_id: application.applicationId,
  client_id_issued_at: Math.floor(application.registeredAt.getTime() / 1000),
  client_name: application.name,
  redirect_uris: application.redirectUris,
  ...(application.logoUrl !== null && { logo_uri: application.logoUrl }),
  ...(application.homepageUrl !== null && { client_uri: application.homepageUrl }),
  ...(application.jwks !== null && { jwks: application.jwks }),
  ...(application.backchannelLogoutUri !== null && { backchannel_logout_uri: application.backchannelLogoutUri }),
  post_logout_redirect_uris: application.postLogoutRedirectUris,
  token_endpoint_auth_method: methodNames[authMethodOf(application)],
  grant_types: [
    "authorization_code",
    "refresh_token",
    ...(application.kind === "public" ? [] : ["client_credentials"]),
    ...(application.allowDeviceFlow ? [deviceGrant] : []),
  ],
  response_types: ["code"],
  id_token_signed_response_alg: application.idTokenAlgorithm,
  require_pushed_authorization_requests: application.requirePushedRequests,
  dpop_bound_access_tokens: application.requireDpop,
  ...(application.allowUnsignedRequests && { request_object_signing_alg: "none" as const }),
  subject_type: "public" as const,
});
