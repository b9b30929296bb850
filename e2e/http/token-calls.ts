import { authorizationStream } from "@attestory/events/envelope.ts";
import type { SharedProduct } from "../shared-product.ts";
import type { Answered } from "./client.ts";

export interface TokenAsking {
  /** Sent as `client_secret_basic`: each part form-encoded, as RFC 6749 section 2.3.1 says. */
  basic?: { clientId: string; clientSecret: string | null };
  headers?: Record<string, string>;
}

const encoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

export const basicHeader = ({ clientId, clientSecret }: NonNullable<TokenAsking["basic"]>): string =>
  `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret ?? "")}`).toString("base64")}`;

/** Posts a form to an OAuth protocol endpoint, as an application's server does. A list of pairs may repeat a parameter. */
export async function postForm(
  url: string,
  parameters: Record<string, string> | readonly (readonly [string, string])[],
  { basic, headers = {} }: TokenAsking = {},
): Promise<Answered> {
  const pairs = Array.isArray(parameters) ? parameters : Object.entries(parameters);
  const response = await fetch(url, {
    method: "POST",
    headers: { ...(basic && { authorization: basicHeader(basic) }), ...headers },
    body: new URLSearchParams(pairs as [string, string][]),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export const askToken = (
  url: string,
  parameters: Record<string, string> | readonly (readonly [string, string])[],
  asking?: TokenAsking,
): Promise<Answered> => postForm(`${url}/api/oauth/token`, parameters, asking);

/** The claims of a token, unverified. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** Status and error of a refusal. */
export const errorOf = ({ status, body }: Answered): unknown[] => [status, body.error];
export const invalidGrant = [400, "invalid_grant"];

/** Why the authorization of a code or a refresh token ended; empty if it did not. */
export const endReason = async ({ history }: Pick<SharedProduct, "history">, token: string): Promise<string[]> => {
  const events = await history(authorizationStream(token.split("_")[1] ?? ""));
  return events.flatMap(({ type, data }) => (type === "AuthorizationEnded" ? [data.reason] : []));
};
