import { apiDigest, shownApi } from "@attestory/http/routing/api-schema.ts";
import { z } from "zod";
import { stepUpMethods } from "../step-up/schema.ts";

/** Schemas of the calls of the consent screen. */

const parameter = (error: string) => z.string(error);
const clientId = "The id of the application";
const redirectUri = "One of the application's, character for character";
const once = "Send this parameter once, as text";

/** Any parameter of the request may be sent too. Those of other specifications are ignored (OpenID Connect Core 3.1.2.1). */
export const authorizationQuery = z
  .object({
    client_id: parameter(once).describe(clientId),
    redirect_uri: parameter(once).optional().describe(`${redirectUri}; left out beside request or request_uri`),
    scope: parameter(once).optional().describe("Up to 100 scopes, divided by blanks"),
    response_type: parameter(once).optional().describe("code"),
    resource: parameter(once).optional().describe("The identifier of the API that the tokens are for (RFC 8707)"),
    state: parameter(once).optional().describe("Comes back unchanged, at most 4,096 bytes"),
  })
  .catchall(z.union([z.string(), z.array(z.string())]))
  .refine((sent) => ["redirect_uri", "request_uri", "request"].some((name) => sent[name] !== undefined), {
    path: ["redirect_uri"],
    message: once,
  });

/**
 * `authorizationId`: names this request in the answer. `registeredAt`: of the application. `grantedScopes`: what the user has allowed it already, last at `grantedAt`. `consentScopes`: what
 * the user has to allow, also by claims that are asked for singly. `loginRequired`: the user must confirm who they are before this request
 * is answered. `missingMethods`: which authentication methods may be given next, and whether the application also takes an answer without
 * it; null if none is. `anotherAccount`: the application asks for another user, and can be allowed nothing by this one. `denyUrl`: a page of ours that records the refusal and leads back to the
 * application.
 */
export const authorizationInfo = z
  .strictObject({
    authorizationId: z.uuid(),
    application: z.strictObject({
      name: z.string(),
      description: z.string(),
      logoUrl: z.string().nullable(),
      registeredAt: z.iso.datetime(),
    }),
    clientHost: z
      .string()
      .nullable()
      .describe(
        "Where the application describes itself: the host of its client id; null for one that was registered here",
      ),
    onlyOnDevice: z
      .boolean()
      .describe(
        "It describes itself, and the answer goes to the user's own device, where any program may call itself so",
      ),
    scope: z.string(),
    grantedScopes: z.array(z.string()),
    grantedAt: z.iso.datetime().nullable(),
    redirectUri: z.string(),
    state: z.string().nullable(),
    consentScopes: z.array(z.string()),
    api: shownApi.nullable().describe("The API that it asks for tokens of"),
    loginRequired: z.boolean(),
    missingMethods: z
      .strictObject({
        reason: z.enum(["new-sign-in", "stronger-sign-in"]),
        ways: stepUpMethods,
        keyChecksUser: z
          .boolean()
          .describe("Only a hardware key counts, and it has to check who uses it, by a PIN or a fingerprint"),
        isOptional: z.boolean(),
      })
      .nullable(),
    anotherAccount: z.boolean(),
    denyUrl: z.string(),
  })
  .meta({ id: "AuthorizationRequest" });
export type AuthorizationInfo = z.infer<typeof authorizationInfo>;

/** The newest request that waits for the answer of the session's user. */
export const sessionRequest = z.strictObject({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  response_type: z.literal("code"),
  state: z.string().nullable(),
});

const text = z.string("This must be text");
const ofTheRequest = text.optional().describe("As in the request");
/** Of an authorization request (OpenID Connect Core 3.1.2.1, RFC 7636). */
const otherParameters = {
  response_type: ofTheRequest,
  response_mode: ofTheRequest,
  nonce: ofTheRequest,
  code_challenge: ofTheRequest,
  code_challenge_method: ofTheRequest,
  prompt: ofTheRequest,
  max_age: ofTheRequest,
  display: ofTheRequest,
  ui_locales: ofTheRequest,
  claims_locales: ofTheRequest,
  login_hint: ofTheRequest,
  id_token_hint: ofTheRequest,
  acr_values: ofTheRequest,
  claims: ofTheRequest,
  dpop_jkt: ofTheRequest,
  resource: ofTheRequest,
};

/** Must equal a request that waits for this session's user. Of the other parameters, those that are sent must equal it, too. */
export const authorizationConsent = z.strictObject({
  client_id: text.min(1, "Name the application").describe(clientId),
  redirect_uri: text.min(1, "Name the redirect URI").describe(redirectUri),
  scope: text.describe("As in the request"),
  state: text.max(4096, "Use at most 4,096 characters").nullish().describe("As in the request"),
  authorizationId: z
    .uuid("This is not the id of a request")
    .toLowerCase()
    .optional()
    .describe("Of the very request that the user saw; without it, requests that ask for different claims are refused"),
  apiDigest: apiDigest.optional(),
  ...otherParameters,
});
/** Navigate there: back to the application, or to a page of ours that leads there. */
export const authorizationGranted = z.strictObject({ redirectUrl: z.string() });

export const consentParams = z.strictObject({
  userId: z.uuid("This is not the id of an account").toLowerCase(),
  applicationId: z.uuid("This is not the id of an application").toLowerCase(),
});
export const connectedAppParams = z.strictObject({ id: z.uuid("This is not the id of an application").toLowerCase() });
