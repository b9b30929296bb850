import type { Clock } from "@attestory/event-store/clock.ts";
import { keysCachedSeconds } from "@attestory/events/signing-key-validity.ts";
import { written } from "@attestory/http/routing/answer.ts";
import { signingKeys } from "@attestory/projections/read-models/signing-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { clientDocumentSupport } from "./client-document-support.ts";
import { providerMetadataOf } from "./provider-metadata.ts";
import { publishedKeys } from "./published-keys.ts";
import { jwks, providerMetadata } from "./schema.ts";

interface MetadataServices {
  issuer: string;
  store: Pick<ReadStore, "getMany" | "list">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
}

/** Clients may keep these answers for as long as that. */
const headers = { "Cache-Control": `public, max-age=${keysCachedSeconds}` };

export const metadataRoutes = ({ issuer, store, freshness, now }: MetadataServices) => {
  const metadata = providerMetadataOf(issuer);
  const [plain, withDocuments] = [
    written(metadata),
    written({ ...metadata, client_id_metadata_document_supported: true }),
  ];
  const takesDocuments = clientDocumentSupport(store);
  const readKeys = publishedKeys({ store, now });
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
      handle: async () => ({ status: 200, ...((await takesDocuments()) ? withDocuments : plain), headers }),
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
      description:
        "The public keys that verify ID tokens and access tokens (RFC 7517): of each algorithm the one that signs, former ones until their last token has expired, and the next one.",
      access: "anyone",
      anyOrigin: true,
      answers: { 200: jwks },
      async handle({ context }) {
        if (!(await freshness.readable(context, [signingKeys.name]))) return projectionLag();
        return { status: 200, ...(await readKeys()), headers };
      },
    }),
  ];
};
