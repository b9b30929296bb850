import { everyKey, type SigningKeyDocument, signingKeys } from "@attestory/projections/read-models/signing-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { providerMetadataOf } from "./provider-metadata.ts";
import { jwks, providerMetadata } from "./schema.ts";

interface MetadataServices {
  issuer: string;
  store: Pick<ReadStore, "list">;
  freshness: Pick<Freshness, "readable">;
}

/** Clients may keep these answers for as long as that. */
const headers = { "Cache-Control": "public, max-age=300" };
/** More than are ever published. */
const mostKeys = 20;

export const metadataRoutes = ({ issuer, store, freshness }: MetadataServices) => {
  const metadata = providerMetadataOf(issuer);
  const discovery = (path: `/${string}`, operationId: string, summary: string) =>
    route({
      method: "get",
      path,
      summary,
      operationId,
      description:
        "The endpoints, scopes, claims and algorithms of this provider, for programs that set themselves up.",
      access: "anyone",
      anyOrigin: true,
      answers: { 200: providerMetadata },
      handle: async () => ({ status: 200, body: metadata, headers }),
    });
  return [
    discovery(
      "/.well-known/openid-configuration",
      "getOpenidConfiguration",
      "What this provider supports, for OpenID Connect clients",
    ),
    discovery(
      "/.well-known/oauth-authorization-server",
      "getAuthorizationServerMetadata",
      "What this provider supports, for OAuth clients",
    ),
    route({
      method: "get",
      path: "/api/oauth/jwks",
      summary: "The public keys that verify tokens",
      operationId: "getSigningKeys",
      description: "The public keys that verify ID tokens and access tokens (RFC 7517).",
      access: "anyone",
      anyOrigin: true,
      answers: { 200: jwks },
      async handle({ context }) {
        if (!(await freshness.readable(context, [signingKeys.name]))) return projectionLag();
        const listing = { index: "all", value: everyKey, direction: "descending", limit: mostKeys } as const;
        const keys = await store.list(signingKeys, listing);
        return { status: 200, body: { keys: keys.map(({ document }) => publicJwk(document)) }, headers };
      },
    }),
  ];
};

/** Names every member: whatever else the document had is not published. */
function publicJwk({ id, algorithm, publicKey }: SigningKeyDocument) {
  const { kty = "", n, e, crv, x, y } = publicKey;
  return { kid: id, alg: algorithm, use: "sig" as const, kty, n, e, crv, x, y };
}
