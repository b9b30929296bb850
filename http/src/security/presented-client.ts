import { isUtf8 } from "node:buffer";
import { oauthProblem } from "../routing/oauth-error.ts";
import { isProblem, type ProblemAnswer, withHeaders } from "../routing/problem.ts";
import { unverifiedClaims } from "./application-keys.ts";
import { assertionType, longestAssertion } from "./client-assertion.ts";

/** The application that a request names, and what it sent to prove it; null if it did not send it. */
export interface PresentedClient {
  clientId: string;
  secret: string | null;
  assertion: string | null;
}

export interface ClientParameters {
  client_id?: string | undefined;
  client_secret?: string | undefined;
  client_assertion?: string | undefined;
  client_assertion_type?: string | undefined;
}

const challenge = { "WWW-Authenticate": 'Basic realm="Applications", charset="UTF-8"' };

/** RFC 6749 section 5.2. Every 401 carries a challenge (RFC 9110 section 11.6.1). */
export const invalidClient = (description: string): ProblemAnswer =>
  withHeaders(oauthProblem(401, "invalid_client", description), challenge);

export const invalidRequest = (description: string) => oauthProblem(400, "invalid_request", description);

const basicForm = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** Id and secret are form-encoded before they become Base64 (RFC 6749 section 2.3.1). Null if they are not. */
const formDecoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
};

/** The credentials of the scheme Basic (RFC 7617). Null if malformed. */
function parseBasic(authorization: string): Omit<PresentedClient, "assertion"> | null {
  const encoded = basicForm.exec(authorization)?.[1];
  if (!encoded) return null;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded || !isUtf8(bytes)) return null;
  const text = bytes.toString("utf8");
  const colon = text.indexOf(":");
  if (colon === -1) return null;
  const [clientId, secret] = [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))];
  return clientId === null || secret === null ? null : { clientId, secret: secret === "" ? null : secret };
}

/**
 * Reads who the application says it is: by `client_secret_basic`, by `client_secret_post`, by `private_key_jwt`, or without a proof. One
 * that sent both a secret and an assertion is refused once it is known who is told of it.
 */
export function readPresentedClient(
  authorization: string | null,
  parameters: ClientParameters,
): PresentedClient | ProblemAnswer {
  const named = readNamed(authorization, parameters);
  if (isProblem(named)) return named;
  const { client_assertion: assertion, client_assertion_type: type } = parameters;
  if (assertion === undefined && type === undefined) return { ...named, assertion: null };
  if (type !== assertionType) return invalidClient(`client_assertion_type must be ${assertionType}`);
  return assertion === undefined ? invalidClient("client_assertion is required") : { ...named, assertion };
}

function readNamed(
  authorization: string | null,
  { client_id, client_secret, client_assertion }: ClientParameters,
): Omit<PresentedClient, "assertion"> | ProblemAnswer {
  if (authorization === null) {
    const clientId = client_id ?? subjectOf(client_assertion);
    if (clientId === null) return invalidClient("The application did not say who it is: send client_id");
    return { clientId, secret: client_secret ?? null };
  }
  const basic = parseBasic(authorization);
  if (!basic) return invalidClient("The Authorization header cannot be read as the scheme Basic");
  if (client_secret !== undefined) return invalidRequest("Authenticate by Basic or in the body, not both");
  if (client_id !== undefined && client_id !== basic.clientId) {
    return invalidRequest("client_id differs from the one in the Authorization header");
  }
  return basic;
}

/** With an assertion, `client_id` may be left out (RFC 7521 section 4.2). */
function subjectOf(assertion: string | undefined): string | null {
  if (assertion === undefined || assertion.length > longestAssertion) return null;
  const subject = unverifiedClaims(assertion)?.sub;
  return typeof subject === "string" ? subject : null;
}
