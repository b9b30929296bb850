import { isUtf8 } from "node:buffer";
import { oauthProblem } from "../routing/oauth-error.ts";
import { type ProblemAnswer, withHeaders } from "../routing/problem.ts";

/** The application that a request names, and the secret that it sent; null if it sent none. */
export interface PresentedClient {
  clientId: string;
  secret: string | null;
}

export interface ClientParameters {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

const challenge = { "WWW-Authenticate": 'Basic realm="Applications", charset="UTF-8"' };

/** RFC 6749 section 5.2. Every 401 carries a challenge (RFC 9110 section 11.6.1). */
export const invalidClient = (description: string): ProblemAnswer =>
  withHeaders(oauthProblem(401, "invalid_client", description), challenge);

const invalidRequest = (description: string) => oauthProblem(400, "invalid_request", description);

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
function parseBasic(authorization: string): PresentedClient | null {
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

/** Reads who the application says it is, by `client_secret_basic`, by `client_secret_post`, or without a secret. */
export function readPresentedClient(
  authorization: string | null,
  { client_id, client_secret }: ClientParameters,
): PresentedClient | ProblemAnswer {
  if (authorization === null) {
    if (client_id === undefined) return invalidClient("The application did not say who it is: send client_id");
    return { clientId: client_id, secret: client_secret ?? null };
  }
  const basic = parseBasic(authorization);
  if (!basic) return invalidClient("The Authorization header cannot be read as the scheme Basic");
  if (client_secret !== undefined) return invalidRequest("Authenticate by Basic or in the body, not both");
  if (client_id !== undefined && client_id !== basic.clientId) {
    return invalidRequest("client_id differs from the one in the Authorization header");
  }
  return basic;
}
