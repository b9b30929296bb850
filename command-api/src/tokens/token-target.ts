import { actsForItselfAt, canonicalResource, type GrantedApi } from "@attestory/events/api-events.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import { isProviderScope } from "@attestory/http/security/provider-scopes.ts";
import type { Application } from "../applications/application-state.ts";
import { type ApiOwner, findApi, isResource, loadApi, unknownResource } from "../applications/find-api.ts";
import type { Authorization } from "../authorizations/authorization-state.ts";
import type { OAuthDependencies, TokenRefusal } from "./token-dependencies.ts";
import { invalidScope, invalidTarget } from "./token-refusals.ts";

/** The API that an access token is for, and its scopes in the token. Null: our own endpoints. */
export type Target = (GrantedApi & { scopes: readonly string[] }) | null;

const otherResource = invalidTarget("resource is not the one that the authorization was given for");
const goneResource = invalidTarget("The API that the authorization was given for is not active here any more");
const notForItself = invalidTarget(
  "An application gets tokens for itself only for its own API, and for one that names it",
);
const unknown = invalidTarget(unknownResource.description);

const targetOf = ({ applicationId, api }: ApiOwner, scopes: readonly string[]): Target => ({
  applicationId,
  resource: api.resource,
  scopes: api.scopes.flatMap(({ name }) => (scopes.includes(name) ? [name] : [])),
});

const isSame = (sent: string, granted: string): boolean =>
  isResource(sent) && canonicalResource(sent) === canonicalResource(granted);

/** Without the scopes of its API that are not issued any more. */
export const scopesGiven = (target: Target, scopes: readonly string[]): string[] =>
  target === null ? [...scopes] : scopes.filter((scope) => isProviderScope(scope) || target.scopes.includes(scope));

/** What a grant's tokens are for (RFC 8707 section 2.2). A scope that the API no longer has is no longer issued. */
export async function grantedTarget(
  { commandHandler }: Pick<OAuthDependencies, "commandHandler">,
  { grant, resource }: { grant: Pick<Authorization, "api" | "scopes">; resource: string | undefined },
): Promise<Target | TokenRefusal> {
  const { api, scopes } = grant;
  if (resource !== undefined && (api === null || !isSame(resource, api.resource))) {
    const differences = [{ parameter: "resource", expected: api?.resource ?? null, received: resource }];
    return { ...otherResource, differences };
  }
  if (api === null) return null;
  const owner = await loadApi(commandHandler, api);
  return owner ? targetOf(owner, scopes) : goneResource;
}

const mayAct = ({ applicationId, api: { clients } }: ApiOwner, application: Application): boolean =>
  actsForItselfAt({ applicationId, clients }, application);

/** What an application asks for itself. Nobody consents to it, so the API has to be its own, or has to name it. */
export async function ownTarget(
  { commandHandler }: Pick<OAuthDependencies, "commandHandler">,
  {
    application,
    resource,
    scope,
  }: { application: Application; resource: string | undefined; scope: string | undefined },
): Promise<Target | ProblemAnswer> {
  if (resource === undefined) {
    return scope === undefined
      ? null
      : invalidScope("An application that acts for itself has scopes only of an API: send its resource, too");
  }
  const owner = await findApi(commandHandler, resource);
  if (!owner) return unknown;
  if (!mayAct(owner, application)) return notForItself;
  const asked = (scope ?? "").split(" ").filter((each) => each !== "");
  const target = targetOf(owner, asked);
  return asked.every((each) => target?.scopes.includes(each)) ? target : invalidScope("This API has no such scope");
}
