import { clientIdOf } from "@attestory/events/client-id.ts";
import type { Application } from "@attestory/http/routing/application-schema.ts";
import type { ApplicationDocument } from "@attestory/projections/read-models/applications.ts";

/** An application as its owner sees it. */
export const answerApplication = (application: ApplicationDocument, clientSecret: string | null): Application => ({
  id: application.id,
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
  clientId: clientIdOf(application.id, application),
  clientSecret,
  hasRegistrationAccess: application.hasRegistrationAccess,
  isActive: application.isActive,
  createdAt: application.createdAt,
});

function authMethodOf({ kind, usesPrivateKeyJwt }: ApplicationDocument): Application["tokenEndpointAuthMethod"] {
  if (kind === "public") return "none";
  return usesPrivateKeyJwt ? "private_key_jwt" : "client_secret";
}
