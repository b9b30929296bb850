import { z } from "zod";
import { grantedApi } from "./api-events.ts";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

const request = {
  authorizationId: z.uuid(),
  userId: z.uuid(),
  applicationId: z.uuid(),
  sessionId: z.uuid(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  /** What the application sent to recognize its own request. It may say anything, so it is encrypted. */
  nonce: personal(z.string()),
  /** Of the method S256 (RFC 7636); null if none was sent. */
  codeChallenge: z.string().nullable(),
};

/** Events of `authorizationRequests-<session id>`: what waits for the user's answer on the consent screen. */

export const authorizationRequested = defineEvent(
  "AuthorizationRequested",
  1,
  z.object({
    ...request,
    state: personal(z.string()),
    responseMode: z.enum(["query", "fragment", "form_post"]),
    /** When this request came first. The user may have signed in since. */
    askedAt: z.iso.datetime(),
    /** The user must prove who they are after this request came, because the application asked for that. */
    loginRequired: z.boolean(),
    /** In seconds; null if the application did not limit how long ago the user may have proved who they are. */
    maxAge: z.int().nonnegative().nullable(),
    /** Every other parameter, as it was sent. */
    otherParameters: personal(z.record(z.string(), z.string())),
  }),
);

export const authorizationAnswered = defineEvent(
  "AuthorizationAnswered",
  1,
  z.object({ authorizationId: z.uuid(), sessionId: z.uuid(), outcome: z.enum(["granted", "denied"]) }),
);

export const authorizationRequestEvents = [authorizationRequested, authorizationAnswered] as const;
export type AuthorizationRequestEvent = EventOf<(typeof authorizationRequestEvents)[number]>;

/** The event of `pushedRequest-<id>`: a pushed request (RFC 9126) led to an answer, which is the only one. What it asked is not stored here. */

export const pushedRequestUsed = defineEvent(
  "PushedRequestUsed",
  1,
  z.object({ pushedRequestId: z.uuid(), applicationId: z.uuid(), authorizationId: z.uuid() }),
);

export const pushedRequestEvents = [pushedRequestUsed] as const;
export type PushedRequestEvent = EventOf<(typeof pushedRequestEvents)[number]>;

/** Events of `authorization-<id>`: one authorization code, and the tokens that it gave. No code and no token is stored. */

/**
 * `sessionEpoch`, `consentEpoch`: those of the user and of the consent at that moment. A later epoch ends the code and the tokens.
 * `basis`: the user's own consent to all of the scopes, or else the trust in the application. Before version 2 it was not recorded: such
 * a grant counts as issued before trust was ever taken away.
 */
export const authorizationCodeIssued = defineEvent(
  "AuthorizationCodeIssued",
  {
    version: 4,
    upcasts: {
      1: (event) => ({ ...event, basis: "unknown", trustEpoch: 0 }),
      2: (event) => ({ ...event, generation: 1 }),
      3: (event) => ({ ...event, acr: null, amr: [], claims: { idToken: [], userinfo: [] }, dpopJkt: null, api: null }),
    },
  },
  z.object({
    ...request,
    /** Null: the code is a device's, which asks for its tokens itself (RFC 8628). */
    redirectUri: z.string().nullable(),
    sessionEpoch: z.int(),
    consentEpoch: z.int(),
    /** How often the application was suspended. */
    applicationEpoch: z.int(),
    basis: z.enum(["consent", "trust", "unknown"]),
    /** How often trust was taken from the application. A later epoch ends what rests on trust. */
    trustEpoch: z.int(),
    /** Of the log in which it was issued. Before version 3 there was only the first. */
    generation: z.int(),
    authenticatedAt: z.iso.datetime(),
    /** What ID tokens say of that authentication. Null and empty before version 4: then they say nothing. */
    acr: z.string().nullable(),
    amr: z.array(z.string()),
    /** The claims that were asked for singly, by the place where they were asked for. None before version 4. */
    claims: z.object({ idToken: z.array(z.string()), userinfo: z.array(z.string()) }),
    /** Thumbprint of the key that must be shown with the code (RFC 9449 section 10). Null if the request named none, and before version 4. */
    dpopJkt: z.string().nullable(),
    /** The API that its access tokens are for (RFC 8707). Null: our own endpoints, and before version 4. */
    api: grantedApi.nullable(),
    expiresAt: z.iso.datetime(),
  }),
);

/**
 * The code was exchanged for tokens. With `offline`, they outlive the session, and there is a refresh token, the first of its family.
 * `dpopJkt`: thumbprint of the key to which the refresh tokens are bound (RFC 9449 section 5); null before version 2, and where none is.
 */
export const authorizationCodeRedeemed = defineEvent(
  "AuthorizationCodeRedeemed",
  { version: 2, upcasts: { 1: (event) => ({ ...event, dpopJkt: null }) } },
  z.object({
    authorizationId: z.uuid(),
    userId: z.uuid(),
    applicationId: z.uuid(),
    offline: z.boolean(),
    dpopJkt: z.string().nullable(),
  }),
);

/** `serial`: of the new refresh token. The first has 1. */
export const refreshTokenRotated = defineEvent(
  "RefreshTokenRotated",
  1,
  z.object({ authorizationId: z.uuid(), serial: z.int() }),
);

/** One access token ended. `expiresAt`: when it would have expired. */
export const accessTokenRevoked = defineEvent(
  "AccessTokenRevoked",
  1,
  z.object({ authorizationId: z.uuid(), tokenId: z.uuid(), expiresAt: z.iso.datetime() }),
);

/**
 * The code and every token that it gave ended. `code-replayed`: the code was used twice; `code-leaked`: another application sent it;
 * `code-refused`: the application sent it with a wrong redirect URI or verifier; `refresh-token-reused`: an earlier refresh token was used;
 * `refresh-token-leaked`: another application sent it; `revoked`: the application revoked its refresh token.
 */
export const authorizationEnded = defineEvent(
  "AuthorizationEnded",
  1,
  z.object({
    authorizationId: z.uuid(),
    reason: z.enum([
      "code-replayed",
      "code-leaked",
      "code-refused",
      "refresh-token-reused",
      "refresh-token-leaked",
      "revoked",
    ]),
  }),
);

export const authorizationEvents = [
  authorizationCodeIssued,
  authorizationCodeRedeemed,
  refreshTokenRotated,
  accessTokenRevoked,
  authorizationEnded,
] as const;
export type AuthorizationEvent = EventOf<(typeof authorizationEvents)[number]>;

/** Events of `clientToken-<token id>`: an access token that an application got for itself ended. */

export const clientTokenRevoked = defineEvent(
  "ClientTokenRevoked",
  1,
  z.object({ tokenId: z.uuid(), applicationId: z.uuid(), expiresAt: z.iso.datetime() }),
);

export const clientTokenEvents = [clientTokenRevoked] as const;
export type ClientTokenEvent = EventOf<(typeof clientTokenEvents)[number]>;
