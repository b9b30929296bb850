import type { ApplicationSettings } from "../application-settings.ts";

/** What the developer of Ledgerline chose. Only the settings that matter need be given. */
export const sampleApplication = (facts: Partial<ApplicationSettings> = {}): ApplicationSettings => ({
  applicationId: "7d1f3c52-0b6e-4a27-9c84-1e5f60718293",
  name: "Ledgerline",
  description: "",
  logoUrl: null,
  homepageUrl: null,
  redirectUris: ["https://ledgerline.example/callback"],
  requirePkce: true,
  allowFrameSignIn: false,
  profileInIdToken: false,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  allowDeviceFlow: false,
  jwks: null,
  usesPrivateKeyJwt: false,
  requirePushedRequests: false,
  allowUnsignedRequests: false,
  requireDpop: false,
  api: null,
  idTokenAlgorithm: "RS256",
  ...facts,
});
