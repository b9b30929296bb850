import type { Application } from "../applications/application-state.ts";
import { loadClient } from "../applications/load-application.ts";
import type { CallReports } from "../applications/record-client-call.ts";
import { addressDifference, allowsRedirect } from "../authorizations/redirect-uris.ts";
import { withQuery } from "../authorize/answer-client.ts";
import type { RequestParameters } from "../authorize/request-parameters.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type IdTokenHint, readIdToken } from "../tokens/read-id-token.ts";
import type { OAuthDependencies } from "../tokens/token-dependencies.ts";

/** A request to sign a user out, as its parameters say it. */
export interface LogoutRequest {
  /** Who asks; null if nobody that is known. */
  readonly application: Application | null;
  /** Whom the application believes to be signed in. */
  readonly hint: IdTokenHint | null;
  /** Where the browser goes afterwards, with the `state`. Null: it stays here. */
  readonly returnTo: string | null;
  /** What is wrong, for the application's developer. The request leads nowhere then, and the user may sign out all the same. */
  readonly fault: string | null;
}

export interface LogoutDependencies extends Pick<OAuthDependencies, "signer" | "issuer"> {
  commandHandler: CommandHandler;
  reportCall: CallReports["reportCall"];
}

export const parametersOfLogout = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"];

/** Reads the parameters of OpenID Connect RP-Initiated Logout 1.0, section 2. A fault is reported to the application's owner. */
export async function readLogoutRequest(
  dependencies: LogoutDependencies,
  { single, repeated }: Pick<RequestParameters, "single" | "repeated">,
): Promise<LogoutRequest> {
  const token = single.get("id_token_hint");
  const hint = token === undefined ? null : await readIdToken(dependencies, token);
  const clientId = single.get("client_id") ?? hint?.clientId;
  const application = clientId === undefined ? null : await loadClient(dependencies.commandHandler, clientId);
  const uri = single.get("post_logout_redirect_uri");
  const fault = parametersOfLogout.some((name) => repeated.has(name))
    ? "A parameter was sent more than once"
    : (faultOfHint({ token, hint, clientId, application }) ?? faultOfReturn(uri, application));
  if (fault === null) return { application, hint, returnTo: returnAddress(uri, single.get("state")), fault };
  if (application) report(dependencies, application, { fault, uri });
  return { application, hint, returnTo: null, fault };
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

function faultOfHint({ token, hint, clientId, application }: Named): string | null {
  if (token !== undefined && hint === null) return "id_token_hint is not an ID token that this service issued";
  if (hint !== null && hint.clientId !== clientId) return "client_id names another application than id_token_hint";
  return clientId !== undefined && application === null ? "client_id is unknown" : null;
}

const unregistered = "post_logout_redirect_uri is not one of the application's";

/** Compared as redirect URIs are. */
function faultOfReturn(uri: string | undefined, application: Application | null): string | null {
  if (uri === undefined) return null;
  if (application === null) return "post_logout_redirect_uri was sent without client_id or id_token_hint";
  const { kind, postLogoutRedirectUris: redirectUris } = application;
  return allowsRedirect({ redirectUris, kind }, uri) ? null : unregistered;
}

const report = (
  { reportCall }: LogoutDependencies,
  { applicationId, postLogoutRedirectUris }: Application,
  { fault, uri }: { fault: string; uri: string | undefined },
): void =>
  reportCall(applicationId, {
    endpoint: "end_session",
    error: "invalid_request",
    description: fault,
    differences:
      fault === unregistered ? [addressDifference("post_logout_redirect_uri", postLogoutRedirectUris, uri)] : [],
  });
