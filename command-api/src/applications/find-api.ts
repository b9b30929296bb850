import { type AllowedApi, canonicalResource, type GrantedApi } from "@attestory/events/api-events.ts";
import { applicationStream, resourceStream } from "@attestory/events/envelope.ts";
import { isProviderScope } from "@attestory/http/security/provider-scopes.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { application } from "./application.ts";
import type { Application, ApplicationState } from "./application-state.ts";
import { hasResource } from "./reserve-resource.ts";
import { resourceReservation } from "./resource-reservation.ts";

type Load = Pick<CommandHandler, "load">;

/** An active application that has an API. */
export interface ApiOwner extends Application {
  api: NonNullable<Application["api"]>;
}

/** Visible ASCII without a fragment or a backslash. What `URL` would repair, such as blanks or a missing slash, is no address. */
const wholeAddress = /^[a-z][a-z\d+.-]*:\/\/(?!\/)[\x21\x22\x24-\x5b\x5d-\x7e]+$/i;

/** An absolute URI without a fragment (RFC 8707 section 2), as long as any that an application may have. */
export const isResource = (text: string): boolean =>
  text.length <= 2048 && wholeAddress.test(text) && URL.canParse(text);

/** The application whose API this is, by the identifier of the API. Null if there is none, it was deleted, or it is suspended. */
export async function findApi({ load }: Load, resource: string): Promise<ApiOwner | null> {
  if (!isResource(resource)) return null;
  const canonical = canonicalResource(resource);
  const { holder } = (await load(resourceReservation, resourceStream(canonical))).state;
  if (!holder) return null;
  const { state } = await load(application, applicationStream(holder.applicationId));
  return ownerIn(state, canonical);
}

/** The API that a grant is for, if it still is: settings that name an identifier of another holder are no API. */
export async function loadApi({ load }: Load, { applicationId, resource }: GrantedApi): Promise<ApiOwner | null> {
  const canonical = canonicalResource(resource);
  const [{ state: reservation }, { state }] = await Promise.all([
    load(resourceReservation, resourceStream(canonical)),
    load(application, applicationStream(applicationId)),
  ]);
  return reservation.holder?.applicationId === applicationId ? ownerIn(state, canonical) : null;
}

const ownerIn = (state: ApplicationState, canonical: string): ApiOwner | null =>
  state.status === "registered" && isApiOwner(state) && hasResource(state, canonical) ? state : null;

const isApiOwner = (state: Application): state is ApiOwner => state.isActive && state.api !== null;

/** What a request asks of an API: `null` if it names none. */
export type AskedApi = AllowedApi | null;
export interface ApiFault {
  error: "invalid_target" | "invalid_scope";
  description: string;
}

const needsResource = (scope: string): ApiFault => ({
  error: "invalid_scope",
  description: `${scope} is a scope of this application's API: send its resource, too`,
});
export const unknownResource: ApiFault = {
  error: "invalid_target",
  description: "resource is the identifier of no API that is active here",
};
const unknownScope: ApiFault = {
  error: "invalid_scope",
  description: "With resource, scope may have the scopes of that API and of this service alone",
};

/** The API that a request names, with those of its scopes that the request asks for (RFC 8707 section 2). */
export async function readAskedApi(
  { load }: Load,
  { client, resource, scopes }: { client: Application; resource: string | null; scopes: readonly string[] },
): Promise<AskedApi | ApiFault> {
  if (resource === null) {
    const own = client.api?.scopes.find(({ name }) => scopes.includes(name));
    return own ? needsResource(own.name) : null;
  }
  const owner = await findApi({ load }, resource);
  if (!owner) return unknownResource;
  const asked = askedOf(owner, scopes);
  const known = new Set(asked.scopes.map(({ name }) => name));
  return scopes.every((scope) => isProviderScope(scope) || known.has(scope)) ? asked : unknownScope;
}

export const askedOf = ({ applicationId, name, api }: ApiOwner, scopes: readonly string[]): AllowedApi => ({
  applicationId,
  applicationName: name,
  resource: api.resource,
  scopes: api.scopes.filter((scope) => scopes.includes(scope.name)),
});

/** The scopes that are not the API's: ours, and such as nobody knows. */
export const scopesBesides = (api: AskedApi, scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !api?.scopes.some(({ name }) => name === scope));
