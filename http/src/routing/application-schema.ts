import { z } from "zod";

/** The API schemas import this file, so it may import nothing but zod. */

/** What may sign the JWTs of an application, request objects among them. No HMAC: its key would be a secret that both sides keep. */
export const applicationAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/** The members of a JWK that nobody may see: of a private or a shared key (RFC 7518 section 6, RFC 8037 section 2). */
export const secretMembers: readonly string[] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** A developer's own application, as both APIs answer it. */
export const application = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    logoUrl: z.string().nullable(),
    homepageUrl: z.string().nullable(),
    redirectUris: z.array(z.string()),
    /** `public`: an application on a device or in a browser, which has no secret. */
    type: z.enum(["confidential", "public"]),
    requirePkce: z.boolean(),
    /** That signs its ID tokens. */
    idTokenAlgorithm: z.enum(["RS256", "ES256"]),
    /** A frame of a page may get a code with `prompt=none`. */
    allowFrameSignIn: z.boolean(),
    /** Its ID tokens carry the claims of the scopes `profile`, `email` and `roles`. */
    profileInIdToken: z.boolean(),
    /** Where a sign-out that it asks for may lead. */
    postLogoutRedirectUris: z.array(z.string()),
    /** Told when a session ends in which it signed a user in. */
    backchannelLogoutUri: z.string().nullable(),
    /** It may ask for a sign-in on a device (RFC 8628). */
    allowDeviceFlow: z.boolean(),
    /** Its public keys; null if it has none. */
    jwks: z.strictObject({ keys: z.array(z.record(z.string(), z.string())) }).nullable(),
    tokenEndpointAuthMethod: z.enum(["client_secret", "private_key_jwt", "none"]),
    /** Its authorization requests count only if they were pushed (RFC 9126). */
    requirePushedRequests: z.boolean(),
    /** It may send request objects that nothing signs. */
    allowUnsignedRequests: z.boolean(),
    /** It gets tokens only with proof of possession (DPoP, RFC 9449). */
    requireDpop: z.boolean(),
    /** Its own API, for which applications get access tokens; null if it has none. */
    api: z
      .strictObject({
        resource: z.string(),
        scopes: z.array(z.strictObject({ name: z.string(), description: z.string() })),
        /** The ids of the applications that it names, which may get tokens for themselves. */
        clients: z.array(z.uuid()),
      })
      .nullable(),
    /** Its id, or the address of the document in which it describes itself: then nobody changes its settings here. */
    clientId: z.string(),
    /** Null if there is none, or if it is not shown now. */
    clientSecret: z.string().nullable(),
    /** It registered itself, and may change and delete itself by its registration access token (RFC 7592). */
    hasRegistrationAccess: z.boolean(),
    /** False while an admin has suspended it. */
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Application" });
export type Application = z.infer<typeof application>;
