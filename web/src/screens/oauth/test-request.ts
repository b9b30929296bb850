import { browserStorage } from "../../browser-storage.ts";

/** A request of the test page. Kept in this browser until its code is exchanged. */
export interface TestRequest {
  clientId: string;
  redirectUri: string;
  scope: string;
  state: string;
  /** Proves at the token endpoint that the same client asked (RFC 7636). Empty: the request has no challenge. */
  verifier: string;
}

const key = "oauth-test";
const enteredKey = "oauth-test-entered";

/** What is typed into the page. A blank state: the page makes one. */
export type Entered = Pick<TestRequest, "clientId" | "redirectUri" | "scope" | "state">;

/** This page itself, so that the answer can be shown. */
export const ownUri = () => `${location.origin}/oauth/test`;

/** What was entered before this request, so that the page looks the same when the answer comes. A client ID in the address comes first. */
export function filledIn(search: string): Entered {
  const empty = { clientId: "", redirectUri: ownUri(), scope: "openid profile email", state: "" };
  const clientId = new URLSearchParams(search).get("client_id");
  if (clientId !== null) return { ...empty, clientId };
  return parsed(browserStorage.getItem(enteredKey), enteredNames) ?? empty;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

export const newVerifier = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** The S256 challenge of a verifier; null where the browser lets a page compute none, which is over plain http. */
export async function challengeOf(verifier: string): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  return base64url(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

/** The address that starts the authorization code flow. */
export function authorizationUrl(
  { clientId, redirectUri, scope, state }: TestRequest,
  challenge: string | null,
): string {
  const url = new URL("/oauth/authorize", location.origin);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", clientId);
  url.searchParams.set("redirect_uri", redirectUri);
  if (scope) url.searchParams.set("scope", scope);
  url.searchParams.set("state", state);
  if (challenge !== null) {
    url.searchParams.set("code_challenge", challenge);
    url.searchParams.set("code_challenge_method", "S256");
  }
  return url.href;
}

export function keepRequest(request: TestRequest, entered: Entered): void {
  browserStorage.setItem(key, JSON.stringify(request));
  browserStorage.setItem(enteredKey, JSON.stringify(entered));
}

/** The request with this state; null if this browser did not make it. */
export function keptRequest(state: string | null): TestRequest | null {
  const kept = parsed(browserStorage.getItem(key), names);
  return kept !== null && kept.state === state ? kept : null;
}

export const forgetRequest = (): void => browserStorage.removeItem(key);

const enteredNames = ["clientId", "redirectUri", "scope", "state"] as const;
const names = [...enteredNames, "verifier"] as const;

/** Null if another version of the page kept it. */
function parsed<Name extends string>(text: string | null, names: readonly Name[]): Record<Name, string> | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return hasTexts(kept, names) ? kept : null;
  } catch {
    return null;
  }
}

const hasTexts = <Name extends string>(kept: unknown, names: readonly Name[]): kept is Record<Name, string> =>
  typeof kept === "object" && kept !== null && names.every((name) => typeof Reflect.get(kept, name) === "string");
