import type { RequestParameters } from "./request-parameters.ts";
import { isReadableClaims } from "./requested-claims.ts";

/** An error that is sent to the application (RFC 6749 section 4.1.2.1). `description`: for its developer. */
export interface AuthorizationError {
  readonly error: string;
  readonly description: string;
}

/** Who asks, as far as the rules differ. */
export interface AskingClient {
  readonly kind: "confidential" | "public";
  readonly requirePkce: boolean;
  readonly allowFrameSignIn: boolean;
  readonly requirePushedRequests: boolean;
}

/** Null: the request follows the rule. */
export type RequestRule = (parameters: RequestParameters, client: AskingClient) => AuthorizationError | null;

const invalid = (description: string): AuthorizationError => ({ error: "invalid_request", description });

/** RFC 6749 section 3.1. */
export const repeatsNothing: RequestRule = ({ repeated }) => {
  const [name] = repeated;
  return name === undefined ? null : invalid(`A parameter was sent more than once${nameOf(name)}`);
};

/** A name that a stranger chose is repeated only if it is a plain one. */
const nameOf = (name: string) => (/^[a-z_]{1,40}$/.test(name) ? `: ${name}` : "");

const responseModes = ["query", "fragment", "form_post"] as const;
export type ResponseMode = (typeof responseModes)[number];

/** Undefined for one that is not known. */
export const responseModeOf = (sent = "query"): ResponseMode | undefined => responseModes.find((mode) => mode === sent);

/** OAuth 2.0 Multiple Response Type Encoding Practices section 2.1, OAuth 2.0 Form Post Response Mode. */
export const knowsResponseMode: RequestRule = ({ single }) =>
  responseModeOf(single.get("response_mode")) ? null : invalid("response_mode must be query, fragment or form_post");

/** RFC 9126 section 5. */
export const isPushedIfRequired: RequestRule = ({ isPushed }, { requirePushedRequests }) =>
  requirePushedRequests && !isPushed ? invalid("This application has to push its requests (RFC 9126)") : null;

/** OpenID Connect Core section 6: nothing is fetched. A request object by value was resolved before. */
export const refersToNothing: RequestRule = ({ single }) => {
  if (single.has("request_uri")) {
    return { error: "request_uri_not_supported", description: "request_uri is not supported" };
  }
  if (single.has("registration")) {
    return { error: "registration_not_supported", description: "registration is not supported" };
  }
  return null;
};

/** RFC 6749 section 3.1.1, RFC 9700 section 2.1.2. */
export const asksForCode: RequestRule = ({ single }) => {
  const type = single.get("response_type");
  if (type === undefined) return invalid("response_type is missing: send code");
  return type === "code"
    ? null
    : { error: "unsupported_response_type", description: "The only supported response_type is code" };
};

const mostScopes = 100;
const longestScope = 2000;
/** RFC 6749 section 3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** The scopes, each once, in the order in which they were sent. */
export const scopesOf = ({ single }: RequestParameters): string[] => scopesIn(single.get("scope") ?? "");

export const scopesIn = (scope: string): string[] => [...new Set(scope.split(" ").filter((each) => each !== ""))];

/** RFC 6749 section 3.3. A scope that is not known is shown to the user, and gives nothing. */
export const hasReadableScopes: RequestRule = ({ single }) => faultOfScope(single.get("scope") ?? "");

/** Null if it is a list of scopes that may be asked for. */
export function faultOfScope(scope: string): AuthorizationError | null {
  const scopes = scopesIn(scope);
  const isLong = scope.length > longestScope || scopes.length > mostScopes;
  if (isLong) return { error: "invalid_scope", description: `Ask for at most ${mostScopes} scopes` };
  return scopes.every((scope) => scopeToken.test(scope))
    ? null
    : { error: "invalid_scope", description: "scope has characters that no scope may have" };
}

/** Of a SHA-256 digest (RFC 7636 section 4.2). */
const challengeForm = /^[A-Za-z0-9_-]{43}$/;

/** RFC 7636 section 4.4.1, RFC 9700 section 2.1.1: only S256, and required of those that may not do without. */
export const usesPkce: RequestRule = ({ single }, { kind, requirePkce }) => {
  const challenge = single.get("code_challenge");
  const method = single.get("code_challenge_method");
  if (challenge === undefined) {
    if (method !== undefined) return invalid("code_challenge is missing");
    return kind === "public" || requirePkce ? invalid("This application has to send a code_challenge (PKCE)") : null;
  }
  if (method !== "S256") return invalid("code_challenge_method must be S256");
  return challengeForm.test(challenge) ? null : invalid("code_challenge must be 43 characters of base64url");
};

/** `create`: Initiating User Registration via OpenID Connect 1.0. */
const prompts = new Set(["none", "login", "consent", "select_account", "create"]);

export const promptsOf = ({ single }: RequestParameters): ReadonlySet<string> =>
  new Set((single.get("prompt") ?? "").split(" ").filter((each) => each !== ""));

/** OpenID Connect Core section 3.1.2.1. */
export const hasKnownPrompts: RequestRule = (parameters) => {
  const sent = promptsOf(parameters);
  if ([...sent].some((each) => !prompts.has(each))) return invalid("prompt has a value that is not known");
  return sent.has("none") && sent.size > 1 ? invalid("prompt=none allows no other value") : null;
};

/**
 * A frame where its application allows none. Of the errors of OpenID Connect Core section 3.1.2.6, on each of which a client opens a page
 * instead, this one does not claim that the user is signed out.
 */
export const isAllowedInFrame: RequestRule = (parameters, { allowFrameSignIn }) => {
  if (!parameters.inFrame) return null;
  if (!promptsOf(parameters).has("none")) return inFrame("A frame has to ask with prompt=none");
  return allowFrameSignIn ? null : inFrame("Sign-in in a frame is not allowed in this application's settings");
};

const inFrame = (description: string): AuthorizationError => ({ error: "interaction_required", description });

const maxAgeForm = /^[0-9]{1,9}$/;

export const maxAgeOf = ({ single }: RequestParameters): number | null => {
  const maxAge = single.get("max_age");
  return maxAge === undefined ? null : Number(maxAge);
};

/** OpenID Connect Core section 3.1.2.1. */
export const hasReadableMaxAge: RequestRule = ({ single }) =>
  maxAgeForm.test(single.get("max_age") ?? "0") ? null : invalid("max_age must be a number of seconds");

/** OpenID Connect Core section 5.5. */
export const hasReadableClaims: RequestRule = ({ single }) =>
  isReadableClaims(single.get("claims") ?? "{}")
    ? null
    : invalid("claims must be JSON as OpenID Connect Core section 5.5 says, of at most 4096 bytes");

const longestText = 4096;
const bytes = (text: string) => Buffer.byteLength(text, "utf8");

/** They come back unchanged or are kept, so they may not grow without limit. */
export const hasShortTexts: RequestRule = ({ single }) => {
  const long = ["state", "nonce", "acr_values", "login_hint"].find(
    (name) => bytes(single.get(name) ?? "") > longestText,
  );
  return long === undefined ? null : invalid(`${long} has more than ${longestText} bytes`);
};
