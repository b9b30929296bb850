import { createHash, randomBytes, randomUUID } from "node:crypto";
import { asserted, givenKeys } from "./application-keys.ts";
import { answerIn, type Visitor } from "./authorizations.ts";
import type { Answered } from "./client.ts";
import { deviceUri } from "./document-host.ts";
import { askToken } from "./token-calls.ts";

export const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** What an application that describes itself asks for. */
export const requestOf = (clientId: string, said: Record<string, string> = {}) => ({
  client_id: clientId,
  redirect_uri: deviceUri,
  response_type: "code",
  scope: "openid profile offline_access",
  state: "a state",
  code_challenge: challenge,
  code_challenge_method: "S256",
  ...said,
});

/** Opens the authorization endpoint, allows what is asked, and exchanges the code. `proof`: by what the application authenticates. */
export async function signIn(
  { url, visitor }: { url: string; visitor: Visitor },
  clientId: string,
  proof: Record<string, string> = {},
): Promise<Answered> {
  const request = requestOf(clientId);
  const page = await visitor.authorize(request);
  if (page.status !== 200) throw new Error(`no consent screen: ${page.status}`);
  const granted = await visitor.consent(request);
  if (granted.status !== 200) throw new Error(`nothing was allowed: ${JSON.stringify(granted.body)}`);
  const { code = "" } = answerIn(granted.body.redirectUrl);
  const fields = { grant_type: "authorization_code", code, redirect_uri: deviceUri, code_verifier: verifier };
  return askToken(url, { ...fields, client_id: clientId, ...proof });
}

/** The keys of an application: what its document says of them, and how it proves at `url` who it is. */
export async function documentKeys(url: string) {
  const keys = await givenKeys("ES256", "one");
  return {
    said: { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [keys.jwk] } },
    async proofOf(clientId: string) {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: clientId, sub: clientId, aud: url, iat: now, exp: now + 60, jti: randomUUID() };
      return asserted(await keys.sign(claims));
    },
  };
}
