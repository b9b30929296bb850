import type { Application } from "../applications/application-state.ts";
import { addressDifference } from "../authorizations/redirect-uris.ts";
import type { FailedRequest, RequestDifference } from "../authorize/authorize-dependencies.ts";
import { returnAddress } from "../authorize/check-request.ts";
import { pushedSeconds, sealPushed } from "../authorize/pushed-requests.ts";
import { checkWithApi, faultTexts } from "../authorize/read-request.ts";
import type { RequestParameters } from "../authorize/request-parameters.ts";
import { type ResolvingDependencies, resolveRequest } from "../authorize/resolve-request.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { bindRequest } from "./bind-request.ts";

/** `isTooLarge`: no address could carry its `request_uri`. */
export type RefusedPush = Pick<FailedRequest, "error" | "description" | "differences"> & { isTooLarge: boolean };

/** What an application proves who it is with, which is no part of the request (RFC 9126 section 2.1). */
const credentials = new Set(["client_secret", "client_assertion", "client_assertion_type"]);

/** In bytes, names and values together. */
const longest = 4096;

const refused = (error: string, description: string, differences: readonly RequestDifference[] = []): RefusedPush => ({
  error,
  description,
  differences,
  isTooLarge: false,
});

/** `jkt`: thumbprint of the key that was shown with the request; null for none. */
interface Pushing {
  application: Application;
  sent: RequestParameters;
  jkt: string | null;
}

/** Checks a request as the authorization endpoint would, and answers its `request_uri` (RFC 9126 section 2). */
export async function pushRequest(
  dependencies: ResolvingDependencies,
  { application, sent, jkt }: Pushing,
  { now, machineTime, newId }: CommandContext,
): Promise<{ requestUri: string } | RefusedPush> {
  const single = new Map([...sent.single].filter(([name]) => !credentials.has(name)));
  const { applicationId, redirectUris } = application;
  single.set("client_id", applicationId);
  if (single.has("request_uri")) return refused("invalid_request", "request_uri may not be pushed");
  const parameters = { ...sent, single, isPushed: true };
  const resolved = await resolveRequest(dependencies, { application, parameters, at: now, machineAt: machineTime });
  if (resolved === null) return refused("invalid_request", "request_uri may not be pushed");
  const address = returnAddress(application, resolved.parameters);
  if (typeof address === "string") {
    const received = resolved.parameters.single.get("redirect_uri");
    const differs = addressDifference("redirect_uri", redirectUris, received);
    return refused("invalid_request", faultTexts[address], [differs]);
  }
  const checked = await checkWithApi(dependencies.commandHandler, { application, address, resolved });
  if ("error" in checked) return refused(checked.error, checked.description);
  const counting = bindRequest(Object.fromEntries(resolved.parameters.single), jkt);
  if (!counting) return refused("invalid_dpop_proof", "dpop_jkt names another key than the DPoP proof");
  if (Buffer.byteLength(JSON.stringify(counting)) > longest) {
    const description = `The parameters of a pushed request may have at most ${longest} bytes together`;
    return { ...refused("invalid_request", description), isTooLarge: true };
  }
  const request = {
    id: newId("pushed request"),
    expiresAt: new Date(now.getTime() + pushedSeconds * 1000),
    generation: dependencies.commandHandler.generation,
    parameters: counting,
  };
  return { requestUri: sealPushed(dependencies.keyring, applicationId, request) };
}
