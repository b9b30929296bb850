import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import { clientIdOf } from "@attestory/events/client-id.ts";
import { networkOf } from "@attestory/http/parsing/client-address.ts";
import { isProblem } from "@attestory/http/routing/problem.ts";
import { clientLimit } from "@attestory/http/security/limit-clients.ts";
import { invalidClient } from "@attestory/http/security/presented-client.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import { clientVerifier, unknownClient } from "@attestory/http/security/verify-client.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import type { ApplicationDocument } from "@attestory/projections/read-models/applications.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { z } from "zod";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { findClient } from "./find-application.ts";
import { type IntrospectionParts, introspector } from "./introspect.ts";
import { introspection } from "./schema.ts";

interface IntrospectionServices extends IntrospectionParts {
  store: Pick<ReadStore, "get">;
  freshness: Pick<Freshness, "readable">;
  rateLimiter: RateLimiter;
  singleUses: SingleUses;
  now: Clock;
}

const path = "/api/oauth/introspect";

/** RFC 7662 section 2.1. Unknown parameters are ignored (RFC 6749 section 3.2). */
const body = z.object({
  token: z.string().describe("An access token or a refresh token of the application, or an access token for its API"),
  token_type_hint: z.string().optional().describe("Ignored"),
  client_id: z.string().optional().describe("Unless the application authenticates by Basic"),
  client_secret: z.string().optional().describe("Unless the application authenticates by Basic or by its keys"),
  client_assertion: z.string().optional().describe("For private_key_jwt: a JWT that the application signed"),
  client_assertion_type: z.string().optional().describe("As at the token endpoint"),
});

/** The introspection endpoint: for applications that can prove who they are, about their own tokens and those for their APIs. */
export const introspectionRoutes = ({ store, freshness, rateLimiter, singleUses, ...parts }: IntrospectionServices) => {
  const { issuer, now } = parts;
  const introspect = introspector(parts);
  const authenticate = clientVerifier<ApplicationDocument>(
    rateLimiter,
    { issuer, ...singleUses },
    {
      find: (clientId) => findClient(store, clientId),
      known: knownClient,
    },
  );
  const limit = clientLimit(rateLimiter);
  return [
    route({
      method: "post",
      path,
      summary: "Whether a token of the application or for its API works, and what it allows",
      operationId: "introspectToken",
      description:
        "Whether an access or refresh token of your application, or an access token for its API, works, and what it allows (RFC 7662).",
      access: "anyone",
      write: false,
      forms: true,
      oauth: true,
      body,
      answers: { 200: introspection },
      refuses: [unknownClient()],
      async handle({ body: parameters, context }) {
        if (!(await freshness.readable(context, authenticationNames))) return projectionLag();
        const { authorization, clientAddress } = context;
        const network = networkOf(clientAddress) ?? clientAddress;
        const request = { authorization, parameters, network, endpoint: `${issuer}${path}` };
        const client = await authenticate({ ...request, now: now(), machineTime: machineTime(now) });
        if (isProblem(client)) return client;
        if (client.kind === "public") return invalidClient("A public application cannot prove who it is");
        const { id, kind } = client;
        return limit({ id, kind, network }, async () => {
          const found = await introspect({ token: parameters.token, clientId: clientIdOf(id, client) });
          return found === "lagging" ? projectionLag() : ({ status: 200, body: found } as const);
        });
      },
    }),
  ];
};

const knownClient = ({
  id,
  documentUrl,
  kind,
  clientSecret,
  formerSecret,
  jwks,
  usesPrivateKeyJwt,
}: ApplicationDocument) => ({
  id,
  name: clientIdOf(id, { documentUrl }),
  kind,
  digests: {
    current: clientSecret?.digest ?? null,
    former: formerSecret && { digest: formerSecret.digest, until: new Date(formerSecret.until) },
  },
  jwks,
  usesPrivateKeyJwt,
});
