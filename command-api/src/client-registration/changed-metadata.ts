import { authMethodOf } from "@attestory/http/routing/application-answer.ts";
import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { ApplicationChange } from "../applications/application-command.ts";
import type { Application } from "../applications/application-state.ts";
import { settingsOf } from "./client-metadata.ts";
import type { ClientMetadata } from "./schema.ts";

/**
 * RFC 7592 section 2.2: what the metadata leave out gets its value of a new application, but a protection stays as it is, and so does what no
 * metadata name.
 */
export function changeOf(metadata: ClientMetadata, application: Application): ApplicationChange | ProblemAnswer {
  const settings = settingsOf(metadata);
  if (isProblem(settings)) return settings;
  const { kind: _, requirePkce: __, allowFrameSignIn: ___, profileInIdToken: ____, ...change } = settings;
  const said = <Value>(name: keyof ClientMetadata, value: Value) => (metadata[name] === undefined ? undefined : value);
  const authMethod = said("token_endpoint_auth_method", change.authMethod);
  const signs = (authMethod ?? authMethodOf(application)) === "private_key_jwt";
  return {
    ...change,
    description: application.description,
    authMethod,
    jwks: change.jwks === null && signs ? undefined : change.jwks,
    idTokenAlgorithm: said("id_token_signed_response_alg", change.idTokenAlgorithm),
    requirePushedRequests: said("require_pushed_authorization_requests", change.requirePushedRequests),
    requireDpop: said("dpop_bound_access_tokens", change.requireDpop),
  };
}
