import type { Application } from "../applications/application-state.ts";
import type { AskedApi } from "../applications/find-api.ts";
import { allowsRedirect } from "../authorizations/redirect-uris.ts";
import { dpopKeyOf, namesUsableKey } from "./key-parameter.ts";
import { otherParameters, type RequestParameters } from "./request-parameters.ts";
import {
  type AuthorizationError,
  asksForCode,
  hasKnownPrompts,
  hasReadableClaims,
  hasReadableMaxAge,
  hasReadableScopes,
  hasShortTexts,
  isAllowedInFrame,
  isPushedIfRequired,
  knowsResponseMode,
  maxAgeOf,
  promptsOf,
  type RequestRule,
  type ResponseMode,
  refersToNothing,
  repeatsNothing,
  responseModeOf,
  scopesOf,
  usesPkce,
} from "./request-rules.ts";
import { type RequestedClaims, requestedClaims } from "./requested-claims.ts";
import type { ResolvedRequest } from "./resolved-request.ts";
import { namesReadableResource, resourceOf } from "./resource-parameter.ts";

/** Where the answer goes, and how. Known before the rest of the request is checked. */
export interface ReturnAddress {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | null;
}

/** A request that follows every rule. */
export interface CheckedRequest extends ReturnAddress {
  readonly scopes: readonly string[];
  readonly nonce: string | null;
  readonly codeChallenge: string | null;
  readonly prompts: ReadonlySet<string>;
  /** In seconds. */
  readonly maxAge: number | null;
  readonly claims: RequestedClaims;
  /** Thumbprint of the key that the code is bound to; null if none was named. */
  readonly dpopJkt: string | null;
  /** The API that it asks for tokens of; null if it names none. */
  readonly resource: string | null;
  readonly otherParameters: Readonly<Record<string, string>>;
  /** It was pushed, or is a request object: the address says little of it. */
  readonly isByReference: boolean;
}

/** A request whose API is known, too. */
export interface AuthorizationRequest extends CheckedRequest {
  readonly api: AskedApi;
}

/** The first rule that a request breaks gives its error. */
const rules: readonly RequestRule[] = [
  repeatsNothing,
  knowsResponseMode,
  isPushedIfRequired,
  refersToNothing,
  asksForCode,
  hasReadableScopes,
  usesPkce,
  hasKnownPrompts,
  hasReadableMaxAge,
  hasReadableClaims,
  hasShortTexts,
  namesUsableKey,
  namesReadableResource,
  isAllowedInFrame,
];

/** Why nothing may be sent to the redirect URI (RFC 6749 section 4.1.2.1). */
export type ReturnFault = "no-redirect-uri" | "unregistered-redirect-uri";

/** Where the answer to this request may go. Anywhere else would be an open redirector (RFC 9700 section 4.11). */
export function returnAddress(application: Application, { single }: RequestParameters): ReturnAddress | ReturnFault {
  const redirectUri = single.get("redirect_uri");
  if (redirectUri === undefined) return "no-redirect-uri";
  if (!allowsRedirect(application, redirectUri)) return "unregistered-redirect-uri";
  return {
    redirectUri,
    responseMode: responseModeOf(single.get("response_mode")) ?? "query",
    state: single.get("state") ?? null,
  };
}

export function checkRequest(
  application: Application,
  address: ReturnAddress,
  { parameters, reference, error: unresolved }: ResolvedRequest,
): CheckedRequest | AuthorizationError {
  if (unresolved) return unresolved;
  for (const rule of rules) {
    const error = rule(parameters, application);
    if (error) return error;
  }
  return {
    redirectUri: address.redirectUri,
    responseMode: address.responseMode,
    state: address.state,
    scopes: scopesOf(parameters),
    nonce: parameters.single.get("nonce") ?? null,
    codeChallenge: parameters.single.get("code_challenge") ?? null,
    prompts: promptsOf(parameters),
    maxAge: maxAgeOf(parameters),
    claims: requestedClaims(scopesOf(parameters), parameters.single),
    dpopJkt: dpopKeyOf(parameters.single),
    resource: resourceOf(parameters.single),
    isByReference: Object.keys(reference).length > 0,
    otherParameters: { ...otherParameters(parameters), ...reference },
  };
}
