import { sendingPage } from "@attestory/http/routing/html-page.ts";
import type { ReturnAddress } from "./check-request.ts";

/** What the application is sent. */
export type ClientParameters = Readonly<Record<string, string>>;

export interface ClientAnswer {
  readonly address: ReturnAddress;
  readonly parameters: ClientParameters;
}

/** `state` as it was sent, and the issuer, by which a client of several providers notices a mix-up (RFC 9207). */
const complete = ({ address: { state }, parameters }: ClientAnswer, issuer: string): [string, string][] => [
  ...Object.entries(parameters),
  ...(state === null ? [] : [["state", state] as [string, string]]),
  ["iss", issuer],
];

const encoded = (parameters: readonly [string, string][]): string =>
  parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");

/** RFC 6749 section 4.1.2: a query that the redirect URI has stays as it is. */
export function withQuery(redirectUri: string, query: string): string {
  const separator = redirectUri.includes("?") ? "&" : "?";
  return `${redirectUri}${/[?&]$/.test(redirectUri) ? "" : separator}${query}`;
}

/** Where the browser goes with the answer. No redirect URI has a fragment of its own (RFC 6749 section 3.1.2). */
export function redirectUrl(answer: ClientAnswer, issuer: string): string {
  const { redirectUri, responseMode } = answer.address;
  const parameters = encoded(complete(answer, issuer));
  return responseMode === "fragment" ? `${redirectUri}#${parameters}` : withQuery(redirectUri, parameters);
}

/** RFC 9700 section 4.12: 303, so that no browser sends a form again. */
export function answerClient(answer: ClientAnswer, issuer: string) {
  const { responseMode, redirectUri } = answer.address;
  if (responseMode === "form_post") {
    // OAuth 2.0 Form Post Response Mode.
    const sentence = "You are being sent back to the application.";
    return { status: 200, ...sendingPage(redirectUri, complete(answer, issuer), sentence) } as const;
  }
  return { status: 303, body: undefined, headers: { Location: redirectUrl(answer, issuer) } } as const;
}
