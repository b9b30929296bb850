import { otherId, type SampleEmail, userId } from "./sample-person.ts";

const applicationId = otherId;
const named = { applicationId, name: "Ledgerline" };
const settings = {
  applicationId,
  name: "Ledgerline",
  description: "Bookkeeping for small teams",
  logoUrl: null,
  homepageUrl: null,
  redirectUris: ["https://ledgerline.example/callback"],
  requirePkce: true,
  idTokenAlgorithm: "ES256" as const,
  allowFrameSignIn: false,
  profileInIdToken: true,
  requirePushedRequests: false,
  allowUnsignedRequests: false,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  allowDeviceFlow: false,
  jwks: null,
  usesPrivateKeyJwt: false,
  requireDpop: false,
  api: null,
};

/** Of applications and API keys, and the test of the mail settings. */
export const accessSamples: readonly SampleEmail[] = [
  {
    id: "application-connected",
    when: "An application is allowed to use the account",
    event: {
      type: "ConsentGranted",
      data: { userId, applicationId, scopes: ["openid"], applicationName: "Ledgerline", apis: [], isNew: true },
    },
  },
  {
    id: "api-key-created",
    when: "An API key is created",
    event: {
      type: "ApiKeyCreated",
      data: { keyId: otherId, userId, name: "", digest: "", scopes: [], expiresAt: null, apiKeyEpoch: 0 },
    },
  },
  {
    id: "application-changed",
    when: "An application is changed",
    event: {
      type: "ApplicationChanged",
      data: { ...settings, redirectUris: [...settings.redirectUris, "https://ledgerline.example/new"] },
    },
    about: { settingsBefore: settings },
  },
  {
    id: "client-secret-rotated",
    when: "An application is given a new client secret",
    event: {
      type: "ClientSecretRotated",
      data: { ...named, clientSecret: { encrypted: null, digest: "" }, formerUntil: null },
    },
  },
  {
    id: "application-trust-changed",
    when: "An admin trusts an application, or ends that",
    event: { type: "ApplicationTrustChanged", data: { ...named, trusted: true } },
  },
  {
    id: "application-given-up",
    when: "An admin hands an application over: to its former owner",
    event: { type: "ApplicationHandOverAnnounced", data: { ...named, userId } },
  },
  {
    id: "application-handed-over",
    when: "An admin hands an application over: to its new owner",
    event: { type: "ApplicationHandedOver", data: { ...named, ownerId: userId, formerOwnerId: otherId } },
  },
  {
    id: "application-deleted",
    when: "An application is deleted",
    event: { type: "ApplicationDeleted", data: named },
  },
  {
    id: "trusted-application-changed",
    when: "The owner of a trusted application changes it: to the admins",
    event: {
      type: "TrustedApplicationChangeAnnounced",
      data: { ...named, userId, addedRedirectUris: 1, pkceEnded: false },
    },
  },
  {
    id: "mail-test",
    when: "An admin tests the mail settings",
    event: { type: "MailTestRequested", data: { testId: otherId, userId } },
  },
];
