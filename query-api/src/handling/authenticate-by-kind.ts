import type { Authenticate } from "@attestory/http/routing/answer-route.ts";
import type { PrincipalKind } from "@attestory/http/routing/principal.ts";
import type { QueryPrincipal } from "./query-route.ts";

type AuthenticateQuery = Authenticate<QueryPrincipal>;

interface Authenticators {
  session: AuthenticateQuery;
  token: AuthenticateQuery;
  apiKey: AuthenticateQuery;
}

const ofTokens: readonly PrincipalKind[] = ["grant", "client"];

/** A credential is only ever read as the kind that the route takes: no kind of bearer token is accepted as another. */
export const byKind =
  ({ session, token, apiKey }: Authenticators): AuthenticateQuery =>
  (credential, context, route) => {
    if (route.principals.includes("apiKey")) return apiKey(credential, context, route);
    return (route.principals.some((kind) => ofTokens.includes(kind)) ? token : session)(credential, context, route);
  };
