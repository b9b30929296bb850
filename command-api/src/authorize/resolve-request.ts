import type { Application } from "../applications/application-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { faultOfPushed, isPushedUri, openPushed, parametersOf, referenceTo } from "./pushed-requests.ts";
import { readRequestObject, referenceToObject, sentTogether } from "./request-object.ts";
import type { RequestParameters } from "./request-parameters.ts";
import type { ResolvedRequest } from "./resolved-request.ts";

/** When this browser opened the request first: by the clock of the log, and by the one of this machine. */
export interface OpenedAt {
  at: Date;
  machineAt: Date;
}

export const openedAt = (at: Date, { now, machineTime }: Pick<CommandContext, "now" | "machineTime">): OpenedAt => ({
  at,
  machineAt: new Date(at.getTime() - now.getTime() + machineTime.getTime()),
});

export interface Sent extends OpenedAt {
  application: Application;
  parameters: RequestParameters;
}

export type ResolvingDependencies = Pick<AuthorizeDependencies, "commandHandler" | "keyring" | "issuer">;

/** Null: its `request_uri` is none that this service gave to this application. */
export async function resolveRequest(
  dependencies: ResolvingDependencies,
  { application, parameters, ...opened }: Sent,
): Promise<ResolvedRequest | null> {
  const { single } = parameters;
  const [uri, object] = [single.get("request_uri"), single.get("request")];
  if (uri !== undefined && isPushedUri(uri))
    return resolvePushed(dependencies, { application, parameters, ...opened }, uri);
  return object === undefined
    ? { parameters, reference: {}, error: null }
    : readRequestObject({ application, parameters, machineAt: opened.machineAt, object }, dependencies.issuer);
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
