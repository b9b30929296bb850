import { escapeHtml, htmlPage } from "@attestory/http/routing/html-page.ts";
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

/** OAuth 2.0 Form Post Response Mode: the page sends its form by itself. */
function formPage(answer: ClientAnswer, issuer: string) {
  const fields = complete(answer, issuer).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const action = escapeHtml(answer.address.redirectUri);
  const button = "<p>You are being sent back to the application.</p><button>Continue</button>";
  return htmlPage({
    title: "Continue",
    main: `<h1>Continue</h1><form method="post" action="${action}">${fields.join("")}${button}</form>`,
    script: "document.forms[0].submit()",
    form: true,
  });
}

/** RFC 9700 section 4.12: 303, so that no browser sends a form again. */
export function answerClient(answer: ClientAnswer, issuer: string) {
  if (answer.address.responseMode === "form_post") return { status: 200, ...formPage(answer, issuer) } as const;
  return { status: 303, body: undefined, headers: { Location: redirectUrl(answer, issuer) } } as const;
}
