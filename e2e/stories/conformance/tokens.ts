import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import type { Answered } from "../../http/client.ts";
import { askToken } from "../../http/token-calls.ts";
import type { Authorized, Provider } from "./provider-scene.ts";

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token?: string;
  scope: string;
}

type How = "basic" | "post";

export async function askForTokens(
  { url, client, relyingParty }: Provider,
  { code = "" }: Record<string, string>,
  { how = "basic", ...more }: { how?: How } & Record<string, string> = {},
): Promise<Answered> {
  const parameters = { grant_type: "authorization_code", code, redirect_uri: relyingParty.redirectUri, ...more };
  const { clientId, clientSecret } = client;
  return how === "basic"
    ? askToken(url, parameters, { basic: client })
    : askToken(url, { ...parameters, client_id: clientId, client_secret: clientSecret ?? "" });
}

/** The tokens of a code. @throws if the code was refused */
export async function tokensOf(
  provider: Provider,
  { response }: Authorized,
  said?: { how?: How } & Record<string, string>,
): Promise<Tokens> {
  const { status, body } = await askForTokens(provider, response.parameters, said);
  if (status !== 200) throw new Error(`the code was answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The claims of an ID token that this provider signed for the application. @throws if it is none */
export async function verified(
  { url, client }: Provider,
  { id_token: token }: Pick<Tokens, "id_token">,
): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(`${url}/api/oauth/jwks`));
  const expected = { issuer: url, audience: client.clientId, algorithms: ["RS256"] };
  return (await jwtVerify(token, keys, { ...expected, requiredClaims: ["sub", "iat", "exp"] })).payload;
}
