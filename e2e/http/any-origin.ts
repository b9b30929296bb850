import { expect } from "vitest";

/** The paths whose answers pages of every origin may read: those of the OAuth protocol that need no page of ours. */
export const anyOriginPaths: readonly string[] = [
  "/.well-known/openid-configuration",
  "/api/oauth/revoke",
  "/api/oauth/token",
  "/api/oauth/device_authorization",
  "/api/oauth/par",
  "/.well-known/oauth-authorization-server",
  "/api/oauth/jwks",
  "/api/oauth/userinfo",
];

const grant: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, WWW-Authenticate, DPoP-Nonce",
};

type Headers = Record<string, string | string[] | undefined>;

/** The other headers of an answer. Expects the grant word for word at those paths, and at no other path: it never repeats the request. */
export function withoutGrant(target: string, headers: Headers): Headers {
  const [granted, others] = [true, false].map((isGrant) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name in grant === isGrant)),
  );
  expect(granted, target).toEqual(anyOriginPaths.includes(target.split("?", 1).join()) ? grant : {});
  return others ?? {};
}
