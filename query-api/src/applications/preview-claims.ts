import { type Authentication, acrOf } from "@attestory/events/authentication.ts";
import { clientIdOf } from "@attestory/events/client-id.ts";
import { personClaims } from "@attestory/http/security/person-claims.ts";
import { providerScopes } from "@attestory/http/security/provider-scopes.ts";
import type { ApplicationDocument } from "@attestory/projections/read-models/applications.ts";
import type { SessionDocument } from "@attestory/projections/read-models/sessions.ts";
import type { z } from "zod";
import type { NamedUser } from "../handling/query-route.ts";
import { userinfoOf, userinfoScopes } from "../oauth/userinfo.ts";
import type { Claims, claimsPreview } from "./claims-preview-schema.ts";

interface Grant {
  issuer: string;
  application: Pick<ApplicationDocument, "id" | "documentUrl" | "profileInIdToken">;
  session: Pick<SessionDocument, "id">;
  authentication: Authentication;
  now: Date;
}

/** As long as real tokens live. */
const tokenSeconds = 3600;
const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** What the tokens and the userinfo endpoint would tell an application of this user. No token is made. */
export function previewClaims(user: NamedUser, asked: readonly string[], grant: Grant): z.input<typeof claimsPreview> {
  const scopes = providerScopes.filter((scope) => asked.includes(scope));
  const userinfo = userinfoOf(user, scopes);
  const tells = userinfoScopes.some((scope) => scopes.includes(scope));
  return {
    scopes,
    accessToken: accessTokenOf(user, scopes, grant),
    idToken: scopes.includes("openid") ? idTokenOf(user, scopes, grant) : null,
    userinfo: tells ? ({ ...userinfo } as Claims) : null,
    refreshToken: scopes.includes("offline_access"),
  };
}

const timesOf = ({ authentication, now }: Grant): Claims => ({
  iat: secondsOf(now.getTime()),
  exp: secondsOf(now.getTime()) + tokenSeconds,
  auth_time: secondsOf(Math.min(authentication.at.getTime(), now.getTime())),
});

function accessTokenOf(user: NamedUser, scopes: readonly string[], grant: Grant): Claims {
  const { issuer, application } = grant;
  const claims: Claims = {
    iss: issuer,
    sub: user.id,
    aud: issuer,
    client_id: clientIdOf(application.id, application),
    ...timesOf(grant),
  };
  Object.assign(claims, { jti: "(new in each token)", grant: "(of the authorization)" });
  if (scopes.length > 0) claims.scope = scopes.join(" ");
  const { roles } = userinfoOf(user, scopes);
  if (roles) claims.roles = roles;
  return claims;
}

function idTokenOf(user: NamedUser, scopes: readonly string[], grant: Grant): Claims {
  const { issuer, application, session, authentication } = grant;
  const { profileInIdToken } = application;
  const clientId = clientIdOf(application.id, application);
  const claims: Claims = { iss: issuer, sub: user.id, aud: clientId, azp: clientId, ...timesOf(grant) };
  return Object.assign(claims, {
    sid: session.id,
    at_hash: "(of the access token)",
    nonce: "(as the application sends it)",
    acr: acrOf(authentication.strength),
    ...(authentication.methods.length > 0 && { amr: [...authentication.methods] }),
    ...(profileInIdToken && personClaims(user, scopes)),
  });
}
