import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { Application } from "../applications/application-state.ts";
import { readAskedApi } from "../applications/find-api.ts";
import { loadClient } from "../applications/load-application.ts";
import { addressDifference } from "../authorizations/redirect-uris.ts";
import type { ClientFault } from "../client-documents/client-faults.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { AuthorizeDependencies, RequestDifference } from "./authorize-dependencies.ts";
import {
  type AuthorizationRequest,
  checkRequest,
  type ReturnAddress,
  type ReturnFault,
  returnAddress,
} from "./check-request.ts";
import type { RequestParameters } from "./request-parameters.ts";
import type { AuthorizationError } from "./request-rules.ts";
import { type OpenedAt, type ResolvingDependencies, resolveRequest } from "./resolve-request.ts";
import type { ResolvedRequest } from "./resolved-request.ts";

/** Nothing is sent to the redirect URI of such a request. */
export interface Unreturnable {
  readonly kind: "fault";
  readonly fault: ReturnFault | NamingFault | "unknown-request-uri";
  /** The application that the request names, if it has a home page. */
  readonly wayBack: ProblemAnswer["wayBack"];
  /** Why the document of the client id does not count. */
  readonly document?: ClientFault;
}

/** `no-request`: somebody opened the address of the endpoint alone. */
type NamingFault = "no-request" | "no-client-id" | "unknown-client";

export interface Refusable {
  readonly kind: "error";
  readonly address: ReturnAddress;
  readonly error: AuthorizationError;
}

export interface Readable {
  readonly kind: "request";
  readonly application: Application;
  readonly request: AuthorizationRequest;
}

type Dependencies = ResolvingDependencies & Pick<AuthorizeDependencies, "reportCall" | "clientDocuments">;

export interface Opened extends OpenedAt {
  parameters: RequestParameters;
}

/** What the application's owner is told of a request whose answer may not be sent anywhere. */
export const faultTexts: Readonly<Record<ReturnFault, string>> = {
  "no-redirect-uri": "redirect_uri is missing, or was sent more than once",
  "unregistered-redirect-uri": "redirect_uri is not one of the application's",
};

const unknownUri = {
  error: "invalid_request_uri",
  description: "request_uri is none that this service gave to this application",
};

/** Finds the application, the address of the answer, and what is asked: in this order, as RFC 6749 section 4.1.2.1 says. */
export async function readRequest(
  dependencies: Dependencies,
  { parameters, ...opened }: Opened,
  commandContext: Pick<CommandContext, "now" | "ip">,
): Promise<Unreturnable | Refusable | Readable> {
  const { commandHandler, reportCall, clientDocuments } = dependencies;
  const clientId = parameters.single.get("client_id");
  const document = clientId === undefined ? null : await clientDocuments.refresh(clientId, commandContext);
  if (document) return { kind: "fault", fault: "unknown-client", wayBack: undefined, document };
  const application = clientId === undefined ? null : await loadClient(commandHandler, clientId);
  if (!application) return { kind: "fault", fault: namingFault(parameters), wayBack: undefined };
  const report = (failure: AuthorizationError, differences: RequestDifference[]) =>
    reportCall(application.applicationId, {
      endpoint: "authorize",
      error: failure.error,
      description: failure.description,
      differences,
    });
  const { name, homepageUrl: href } = application;
  const wayBack = href === null ? undefined : { name, href };
  const resolved = await resolveRequest(dependencies, { application, parameters, ...opened });
  if (resolved === null) {
    report(unknownUri, []);
    return { kind: "fault", fault: "unknown-request-uri", wayBack };
  }
  const address = returnAddress(application, resolved.parameters);
  if (typeof address === "string") {
    const failure = { error: "invalid_request", description: faultTexts[address] };
    const received = resolved.parameters.single.get("redirect_uri");
    report(failure, [addressDifference("redirect_uri", application.redirectUris, received)]);
    return { kind: "fault", fault: address, wayBack };
  }
  const request = await checkWithApi(commandHandler, { application, address, resolved });
  if (!("error" in request)) return { kind: "request", application, request };
  report(request, []);
  return { kind: "error", address, error: request };
}

/** Checks a request, and finds the API that it asks for tokens of. */
export async function checkWithApi(
  commandHandler: Dependencies["commandHandler"],
  { application, address, resolved }: { application: Application; address: ReturnAddress; resolved: ResolvedRequest },
): Promise<AuthorizationRequest | AuthorizationError> {
  const checked = checkRequest(application, address, resolved);
  if ("error" in checked) return checked;
  const api = await readAskedApi(commandHandler, { client: application, ...checked });
  return api && "error" in api ? api : { ...checked, api };
}

function namingFault({ single, repeated }: RequestParameters): NamingFault {
  if (single.has("client_id")) return "unknown-client";
  return single.size + repeated.size === 0 ? "no-request" : "no-client-id";
}
