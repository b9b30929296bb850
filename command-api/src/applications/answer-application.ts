import type { Application as ApplicationAnswer } from "@attestory/http/routing/application-schema.ts";
import type { Application } from "./application-state.ts";
import { authMethodOf } from "./client-authentication.ts";

export const answerApplication = (application: Application, clientSecret: string | null): ApplicationAnswer => ({
  id: application.applicationId,
  name: application.name,
  description: application.description || null,
  logoUrl: application.logoUrl,
  homepageUrl: application.homepageUrl,
  redirectUris: application.redirectUris,
  type: application.kind,
  requirePkce: application.requirePkce,
  idTokenAlgorithm: application.idTokenAlgorithm,
  allowFrameSignIn: application.allowFrameSignIn,
  profileInIdToken: application.profileInIdToken,
  postLogoutRedirectUris: application.postLogoutRedirectUris,
  backchannelLogoutUri: application.backchannelLogoutUri,
  allowDeviceFlow: application.allowDeviceFlow,
  jwks: application.jwks,
  tokenEndpointAuthMethod: authMethodOf(application),
  requirePushedRequests: application.requirePushedRequests,
  allowUnsignedRequests: application.allowUnsignedRequests,
  requireDpop: application.requireDpop,
  api: application.api && {
    ...application.api,
    clients: application.api.clients.map(({ applicationId }) => applicationId),
  },
  clientId: application.applicationId,
  clientSecret,
  hasRegistrationAccess: application.hasRegistrationAccess,
  isActive: application.isActive,
  createdAt: application.registeredAt.toISOString(),
});
