import { createHash, randomBytes } from "node:crypto";
import { type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";
import { askToken, type TokenAsking } from "./token-calls.ts";

/** A user who is signed in, and an application that they use. */
export interface Parties {
  url: string;
  user: Person & { id: string; token: string };
  application: RegisteredApplication;
}

/** Each of them is new, unless given. */
export const givenParties = async (url: string, said: Partial<Omit<Parties, "url">> = {}): Promise<Parties> => ({
  url,
  user: said.user ?? (await givenSignedInUser(url)),
  application: said.application ?? (await registerApplication(url)),
});

export const newVerifier = (): string => randomBytes(32).toString("base64url");
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

export interface CodeAsking {
  scope?: string;
  /** Sends its challenge. */
  verifier?: string;
  nonce?: string;
  /** Thumbprint of the key that the code is bound to. */
  dpopJkt?: string;
  /** The API that the tokens are for. */
  resource?: string;
}

/** The user allows the application what it asks for. Returns the code. */
export async function givenCode({ url, user, application }: Parties, asking: CodeAsking = {}): Promise<string> {
  const { scope = "openid profile", verifier, nonce, dpopJkt, resource } = asking;
  const request: Record<string, string> = {
    client_id: application.clientId,
    redirect_uri: redirectUri,
    scope,
    state: "a state",
  };
  const query = new URLSearchParams({ ...request, response_type: "code", prompt: "consent" });
  if (verifier) {
    query.set("code_challenge", challengeOf(verifier));
    query.set("code_challenge_method", "S256");
  }
  if (nonce) query.set("nonce", nonce);
  if (dpopJkt) query.set("dpop_jkt", dpopJkt);
  if (resource) query.set("resource", resource);
  const { token } = user;
  const asked = await call(url, `GET /api/oauth/authorize?${query}`, { token });
  if (asked.status !== 200) throw new Error(`the request was answered ${asked.status}: ${JSON.stringify(asked.body)}`);
  const granted = await call(url, "POST /api/oauth/authorize", { token, body: request });
  if (granted.status !== 200)
    throw new Error(`the consent was answered ${granted.status}: ${JSON.stringify(granted.body)}`);
  const code = new URL(granted.body.redirectUrl).searchParams.get("code");
  if (!code) throw new Error(`no code in ${granted.body.redirectUrl}`);
  return code;
}

/** Exchanges the code. `said` changes the parameters: `null` leaves one out. */
export function exchange(
  { url, application }: Parties,
  said: Record<string, string | null>,
  asking: TokenAsking = { basic: application },
): Promise<Answered> {
  const all = { grant_type: "authorization_code", redirect_uri: redirectUri, ...said };
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  return askToken(url, sent, asking);
}

/** `scope`: of the new access token, if it is not the whole one. */
export const refresh = (
  { url, application }: Parties,
  { refresh_token }: { refresh_token: string },
  { scope, basic = application }: { scope?: string; basic?: RegisteredApplication } = {},
): Promise<Answered> =>
  askToken(url, { grant_type: "refresh_token", refresh_token, ...(scope && { scope }) }, { basic });

/** The tokens that a new code gives. */
export async function givenTokens(parties: Parties, asking: CodeAsking = {}) {
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier, ...asking });
  const { status, body } = await exchange(parties, { code, code_verifier: asking.verifier ?? verifier });
  if (status !== 200) throw new Error(`the code was answered ${status}: ${JSON.stringify(body)}`);
  return body as { access_token: string; refresh_token: string; id_token: string; scope: string };
}

export const askUserinfo = (url: string, accessToken: string): Promise<Answered> =>
  call(url, "GET /api/oauth/userinfo", { token: accessToken });
