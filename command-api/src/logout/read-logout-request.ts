import { loadApplication } from "../applications/application.ts";
import type { Application } from "../applications/application-state.ts";
import type { CallReports } from "../applications/record-client-call.ts";
import { withQuery } from "../authorize/answer-client.ts";
import type { RequestParameters } from "../authorize/request-parameters.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type IdTokenHint, readIdToken } from "../tokens/read-id-token.ts";
import type { OAuthDependencies } from "../tokens/token-dependencies.ts";

/** Why a request to sign out leads nowhere. The user may sign out all the same. */
export type LogoutFault = "repeated" | "bad-hint" | "unknown-client" | "another-client" | "no-client" | "unregistered";

/** A request to sign a user out, as its parameters say it. */
export interface LogoutRequest {
  /** Who asks; null if nobody that is known. */
  readonly application: Application | null;
  /** Whom the application believes to be signed in. */
  readonly hint: IdTokenHint | null;
  /** Where the browser goes afterwards, with the `state`. Null: it stays here. */
  readonly returnTo: string | null;
  readonly fault: LogoutFault | null;
}

export interface LogoutDependencies extends Pick<OAuthDependencies, "signer" | "issuer"> {
  commandHandler: CommandHandler;
  reportCall: CallReports["reportCall"];
}

const parametersOfLogout = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"];

/** Reads the parameters of OpenID Connect RP-Initiated Logout 1.0, section 2. A fault is reported to the application's owner. */
export async function readLogoutRequest(
  dependencies: LogoutDependencies,
  { single, repeated }: Pick<RequestParameters, "single" | "repeated">,
): Promise<LogoutRequest> {
  const token = single.get("id_token_hint");
  const hint = token === undefined ? null : await readIdToken(dependencies, token);
  const clientId = single.get("client_id") ?? hint?.clientId;
  const application = clientId === undefined ? null : await loadApplication(dependencies.commandHandler, clientId);
  const uri = single.get("post_logout_redirect_uri");
  const fault = parametersOfLogout.some((name) => repeated.has(name))
    ? "repeated"
    : (faultOfHint({ token, hint, clientId, application }) ?? faultOfReturn(uri, application));
  if (fault === null) return { application, hint, returnTo: returnAddress(uri, single.get("state")), fault };
  if (application) report(dependencies, application, { fault, uri: uri ?? null });
  // Who is meant is not known for certain.
  return { application, hint: null, returnTo: null, fault };
}

function returnAddress(uri: string | undefined, state: string | undefined): string | null {
  if (uri === undefined) return null;
  return state === undefined ? uri : withQuery(uri, `state=${encodeURIComponent(state)}`);
}

interface Named {
  token: string | undefined;
  hint: IdTokenHint | null;
  clientId: string | undefined;
  application: Application | null;
}

function faultOfHint({ token, hint, clientId, application }: Named): LogoutFault | null {
  if (token !== undefined && hint === null) return "bad-hint";
  if (hint !== null && hint.clientId !== clientId) return "another-client";
  return clientId !== undefined && application === null ? "unknown-client" : null;
}

/** Compared byte for byte, as redirect URIs are. */
function faultOfReturn(uri: string | undefined, application: Application | null): LogoutFault | null {
  if (uri === undefined) return null;
  if (application === null) return "no-client";
  return application.postLogoutRedirectUris.includes(uri) ? null : "unregistered";
}

const descriptions: Readonly<Record<LogoutFault, string>> = {
  repeated: "A parameter was sent more than once",
  "bad-hint": "id_token_hint is no ID token that this service gave",
  "unknown-client": "client_id names no application that is active here",
  "another-client": "client_id names another application than id_token_hint",
  "no-client": "post_logout_redirect_uri was sent without client_id or id_token_hint",
  unregistered: "post_logout_redirect_uri is not one of the application's",
};

function report(
  { reportCall }: LogoutDependencies,
  { applicationId, postLogoutRedirectUris }: Application,
  { fault, uri }: { fault: LogoutFault; uri: string | null },
): void {
  const difference = {
    parameter: "post_logout_redirect_uri",
    expected: postLogoutRedirectUris[0] ?? null,
    received: uri,
  };
  reportCall(applicationId, {
    endpoint: "end_session",
    error: "invalid_request",
    description: descriptions[fault],
    differences: fault === "unregistered" ? [difference] : [],
  });
}
