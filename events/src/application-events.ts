import { z } from "zod";
import { applicationApi } from "./api-events.ts";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `application-<id>`: OAuth clients. The client id is the application's id. */

const application = { applicationId: z.uuid() };

/** `name`: that of the application at that moment. */
const named = { ...application, name: z.string() };

/**
 * `encrypted`: under a service key, for the owner to read; null where secrets are shown only once. `digest`: base64url SHA-256, which
 * verifies the secret.
 */
export const clientSecret = z.object({ encrypted: z.string().nullable(), digest: z.string() });

const described = {
  name: z.string(),
  description: z.string(),
  logoUrl: z.string().nullable(),
  homepageUrl: z.string().nullable(),
  redirectUris: z.array(z.string()),
  requirePkce: z.boolean(),
  /** That signs its ID tokens. */
  idTokenAlgorithm: z.enum(["RS256", "ES256"]),
  /** A frame of a page may get a code with `prompt=none`. */
  allowFrameSignIn: z.boolean(),
  /** Its ID tokens carry the claims of the scopes `profile`, `email` and `roles`. */
  profileInIdToken: z.boolean(),
  /** Where a sign-out that it asks for may lead (OpenID Connect RP-Initiated Logout 1.0). */
  postLogoutRedirectUris: z.array(z.string()),
  /** Told when a session ends in which it signed a user in (OpenID Connect Back-Channel Logout 1.0). Null: it is not told. */
  backchannelLogoutUri: z.string().nullable(),
  /** It may ask for a sign-in on a device (RFC 8628). */
  allowDeviceFlow: z.boolean(),
  /** Its public keys (RFC 7517), which verify what it signs; null if it has none. */
  jwks: z.object({ keys: z.array(z.record(z.string(), z.string())) }).nullable(),
  /** It authenticates by `private_key_jwt`: a secret that it has does not work. */
  usesPrivateKeyJwt: z.boolean(),
  /** Its authorization requests count only if they were pushed (RFC 9126). */
  requirePushedRequests: z.boolean(),
  /** It may send request objects that nothing signs (`alg` none, OpenID Connect Core section 6.1). */
  allowUnsignedRequests: z.boolean(),
  /** It gets tokens only with a DPoP proof (RFC 9449). */
  requireDpop: z.boolean(),
  /** Its own API, for which other applications get access tokens; null if it has none. */
  api: applicationApi.nullable(),
};

/**
 * Before version 2, RSA signed every ID token. Before version 3, a frame could get a code for every application. Before version 4, no ID
 * token said more than who signed in. Before version 5, no application asked for a sign-out. Before version 6, none was told of one,
 * none signed users in on a device, had keys or an API, pushed its requests, or had to send DPoP proofs.
 */
const version6 = {
  version: 6,
  upcasts: {
    1: (event: object) => ({ ...event, idTokenAlgorithm: "RS256" }),
    2: (event: object) => ({ ...event, allowFrameSignIn: true }),
    3: (event: object) => ({ ...event, profileInIdToken: false }),
    4: (event: object) => ({ ...event, postLogoutRedirectUris: [] }),
    5: (event: object) => ({
      ...event,
      backchannelLogoutUri: null,
      allowDeviceFlow: false,
      jwks: null,
      usesPrivateKeyJwt: false,
      requirePushedRequests: false,
      allowUnsignedRequests: false,
      requireDpop: false,
      api: null,
    }),
  },
};

/** No application came from a document then. */
const registeredBy = {
  ...version6,
  upcasts: { ...version6.upcasts, 5: (event: object) => ({ ...version6.upcasts[5](event), documentUrl: null }) },
};

const kind = z.enum(["confidential", "public"]);

/** `public`: an application that cannot keep a secret, on a device or in a browser. It has none. */
export const applicationRegistered = defineEvent(
  "ApplicationRegistered",
  registeredBy,
  z.object({
    ...application,
    ownerId: z.uuid(),
    ...described,
    kind,
    clientSecret: clientSecret.nullable(),
    /** The address of its Client ID Metadata Document, which is its client id; null for any other application. */
    documentUrl: z.string().nullable(),
  }),
);

export const applicationChanged = defineEvent(
  "ApplicationChanged",
  version6,
  z.object({ ...application, ...described }),
);

/**
 * Its document was read, with the settings that stand now. It comes from `sourceId` of the list of admins: if that is another one than
 * before, the codes and tokens that were issued before stay dead.
 */
export const applicationDocumentFetched = defineEvent(
  "ApplicationDocumentFetched",
  1,
  z.object({ ...named, sourceId: z.uuid(), kind, freshUntil: z.iso.datetime() }),
);

/** Its document is gone or wrong: what was read before counts no more, until one is read that is right. */
export const applicationDocumentRefused = defineEvent("ApplicationDocumentRefused", 1, z.object(named));

/** The former secret works until `formerUntil`; null: it ended at once. */
export const clientSecretRotated = defineEvent(
  "ClientSecretRotated",
  1,
  z.object({ ...named, clientSecret, formerUntil: z.iso.datetime().nullable() }),
);

/** By an admin. Its codes and tokens stop working; those that were issued before stay dead after an activation. */
export const applicationSuspended = defineEvent("ApplicationSuspended", 1, z.object(named));
export const applicationActivated = defineEvent("ApplicationActivated", 1, z.object(named));
/** By an admin. A trusted application asks for no consent. Without trust, the codes and tokens that rest on it stop working for good. */
export const applicationTrustChanged = defineEvent(
  "ApplicationTrustChanged",
  1,
  z.object({ ...named, trusted: z.boolean() }),
);
/** By an admin. From then on it belongs to `ownerId`. Its client secret, its tokens and its users' consents stay as they are; its registration access token ends. */
export const applicationHandedOver = defineEvent(
  "ApplicationHandedOver",
  1,
  z.object({ ...named, ownerId: z.uuid(), formerOwnerId: z.uuid() }),
);
/** By its owner. From then on no registration access token of the application works. It ends with a hand-over, too. */
export const registrationAccessEnded = defineEvent("RegistrationAccessEnded", 1, z.object(named));
/** Requests the email to the former owner. */
export const applicationHandOverAnnounced = defineEvent(
  "ApplicationHandOverAnnounced",
  1,
  z.object({ ...named, userId: z.uuid() }),
);
/** Requests the email to an admin (`userId`): a change by the owner of a trusted application may send its codes elsewhere. */
export const trustedApplicationChangeAnnounced = defineEvent(
  "TrustedApplicationChangeAnnounced",
  1,
  z.object({ ...named, userId: z.uuid(), addedRedirectUris: z.int(), pkceEnded: z.boolean() }),
);
/** By its owner or an admin. The last event of its stream. */
export const applicationDeleted = defineEvent("ApplicationDeleted", 1, z.object(named));

export const applicationEvents = [
  applicationRegistered,
  applicationChanged,
  applicationDocumentFetched,
  applicationDocumentRefused,
  clientSecretRotated,
  applicationSuspended,
  applicationActivated,
  applicationTrustChanged,
  applicationHandedOver,
  registrationAccessEnded,
  applicationHandOverAnnounced,
  trustedApplicationChangeAnnounced,
  applicationDeleted,
] as const;
export type ApplicationEvent = EventOf<(typeof applicationEvents)[number]>;

/** Events of `applications-<user id>`: which applications count towards the most that a user may have. */

export const applicationCounted = defineEvent("ApplicationCounted", 1, z.object({ ...application, userId: z.uuid() }));
/** It was deleted, was handed over to another user, or never came to this one. */
export const applicationUncounted = defineEvent(
  "ApplicationUncounted",
  1,
  z.object({ ...application, userId: z.uuid() }),
);

export const countedApplicationEvents = [applicationCounted, applicationUncounted] as const;
export type CountedApplicationEvent = EventOf<(typeof countedApplicationEvents)[number]>;
