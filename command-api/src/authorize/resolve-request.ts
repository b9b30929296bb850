import type { Application } from "../applications/application-state.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { faultOfPushed, isPushedUri, openPushed, parametersOf, referenceTo } from "./pushed-requests.ts";
import { readRequestObject, referenceToObject, sentTogether } from "./request-object.ts";
import type { RequestParameters } from "./request-parameters.ts";
import type { ResolvedRequest } from "./resolved-request.ts";

export interface Sent {
  application: Application;
  parameters: RequestParameters;
  /** When this browser opened the request first. */
  at: Date;
}

export type ResolvingDependencies = Pick<AuthorizeDependencies, "commandHandler" | "keyring" | "issuer">;

/** Null: its `request_uri` is none that this service gave to this application. */
export async function resolveRequest(
  dependencies: ResolvingDependencies,
  { application, parameters, at }: Sent,
): Promise<ResolvedRequest | null> {
  const { single } = parameters;
  const [uri, object] = [single.get("request_uri"), single.get("request")];
  if (uri !== undefined && isPushedUri(uri)) return resolvePushed(dependencies, { application, parameters, at }, uri);
  return object === undefined
    ? { parameters, reference: {}, error: null }
    : readRequestObject({ application, parameters, at, object }, dependencies.issuer);
}

async function resolvePushed(
  { commandHandler, keyring }: ResolvingDependencies,
  { application: { applicationId }, parameters, at }: Sent,
  uri: string,
): Promise<ResolvedRequest | null> {
  const request = openPushed(keyring, applicationId, uri);
  return (
    request && {
      parameters: parametersOf(request, applicationId, parameters),
      reference: { request_uri: referenceTo(request.id) },
      error: parameters.single.has("request") ? sentTogether : await faultOfPushed(commandHandler, request, at),
    }
  );
}

/** How a request that was pushed or is an object would be named where it waits. Null for one by parameters, and an unknown `request_uri`. */
export function referenceIn(
  { keyring }: Pick<ResolvingDependencies, "keyring">,
  clientId: string,
  { single }: RequestParameters,
): ResolvedRequest["reference"] | null {
  const [uri, object] = [single.get("request_uri"), single.get("request")];
  if (uri !== undefined && isPushedUri(uri)) {
    const request = openPushed(keyring, clientId, uri);
    return request && { request_uri: referenceTo(request.id) };
  }
  return object === undefined ? null : referenceToObject(object);
}
