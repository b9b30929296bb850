import { randomBytes } from "node:crypto";
import { challengeOf, newVerifier } from "@attestory/e2e/http/grants.ts";
import { askToken } from "@attestory/e2e/http/token-calls.ts";
import type { Browser } from "./browser.ts";

/** An OAuth client that the developer registered. */
export interface App {
  name: string;
  clientId: string;
  /** Null for a public application. */
  clientSecret: string | null;
  redirectUri: string;
  /** When people begin to use it. */
  from: number;
}

const scope = "openid profile email offline_access";

/** The authentication of a confidential client, or the parameter with which a public one says who it is. */
const clientOf = ({ clientId, clientSecret }: App) =>
  clientSecret === null
    ? { parameters: { client_id: clientId }, asking: {} }
    : { parameters: {}, asking: { basic: { clientId, clientSecret } } };

/** The user signs in to the application, and allows it what it asks for. Returns its refresh token. */
export async function signInTo(app: App, browser: Browser): Promise<string> {
  const verifier = newVerifier();
  const request = {
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope,
    state: randomBytes(8).toString("hex"),
  };
  const challenge = { code_challenge: challengeOf(verifier), code_challenge_method: "S256" };
  const query = new URLSearchParams({ ...request, ...challenge, response_type: "code" });
  await browser.ask(`GET /api/oauth/authorize?${query}`);
  const { body } = await browser.ask("POST /api/oauth/authorize", { body: request });
  const code = new URL(body.redirectUrl).searchParams.get("code") ?? "";
  const sent = { grant_type: "authorization_code", redirect_uri: app.redirectUri, code, code_verifier: verifier };
  return tokensOf(app, browser, sent);
}

/** Trades a refresh token for the next one. */
export const refreshAt = (app: App, browser: Browser, refreshToken: string): Promise<string> =>
  tokensOf(app, browser, { grant_type: "refresh_token", refresh_token: refreshToken });

async function tokensOf(app: App, { service }: Browser, sent: Record<string, string>): Promise<string> {
  const { parameters, asking } = clientOf(app);
  const { status, body } = await askToken(service.url, { ...sent, ...parameters }, asking);
  if (status !== 200) throw new Error(`${app.name} got no tokens: ${status} ${JSON.stringify(body)}`);
  return body.refresh_token;
}
