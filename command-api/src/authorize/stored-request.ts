import type { Application } from "../applications/application-state.ts";
import { type ApiFault, type AskedApi, readAskedApi } from "../applications/find-api.ts";
import { hasChanged } from "../consents/shown-api.ts";
import type { Refused } from "../handling/decider.ts";
import type { ClientAnswer } from "./answer-client.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { dpopKeyOf } from "./key-parameter.ts";
import { isPending, type StoredRequest } from "./pending-requests.ts";
import { type RequestedClaims, requestedClaims } from "./requested-claims.ts";
import { resourceOf } from "./resource-parameter.ts";

/** What a request asked that waits for its user's answer. */

/** The address of the answer to a stored request. */
export const addressOf = ({ redirectUri, responseMode, state }: StoredRequest): ClientAnswer["address"] => ({
  redirectUri,
  responseMode,
  state,
});

/** Its parameters besides those of the call. */
export const parametersOf = ({ otherParameters }: StoredRequest): ReadonlyMap<string, string> =>
  new Map(Object.entries(otherParameters ?? {}));

/** The key that the code is bound to. */
export const keyOf = (stored: StoredRequest): string | null => dpopKeyOf(parametersOf(stored));

/** When the user of a stored request must prove again who they are. */
export const loginRuleOf = ({ loginRequired, maxAge, askedAt }: StoredRequest) => ({
  loginRequired,
  maxAge,
  askedAt: new Date(askedAt),
});

export const claimsOf = (stored: StoredRequest): RequestedClaims =>
  requestedClaims(stored.scopes, parametersOf(stored));

/** The API that it asks for tokens of, as it is now. */
export const apiOf = (
  { commandHandler }: Pick<AuthorizeDependencies, "commandHandler">,
  { stored, application }: { stored: StoredRequest; application: Application },
): Promise<AskedApi | ApiFault> =>
  readAskedApi(commandHandler, {
    client: application,
    resource: resourceOf(parametersOf(stored)),
    scopes: stored.scopes,
  });

/** The API as the user saw it. A repeated answer is not checked again: it was counted. */
export async function apiAsSeen(
  dependencies: Pick<AuthorizeDependencies, "commandHandler">,
  {
    stored,
    application,
    apiDigest,
  }: { stored: StoredRequest; application: Application; apiDigest: string | undefined },
  now: Date,
): Promise<AskedApi | Refused<"api-gone" | "api-changed">> {
  const api = await apiOf(dependencies, { stored, application });
  if (api && "error" in api) return { refused: "api-gone" };
  return isPending(stored, now) && hasChanged(api, apiDigest) ? { refused: "api-changed" } : api;
}
