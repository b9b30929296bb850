import type { AuthorizedClient } from "./oauth-client.ts";
import { loadRound } from "./processes.ts";
import { tokenLoad } from "./token-load.ts";

const seconds = 5;
const atOnce = 32;
const codesInRound = 1500;

/** A provider, as the load sees it. */
export interface Provider {
  paths: Record<"token" | "userinfo" | "introspection", string>;
  url: string;
  basic: string;
  redirectUri: string;
  /** Asks for an access token of the application's own that is a JWT, signed with ES256. */
  jwtCredentials: string;
  codes(count: number): Promise<string[]>;
}

/** Attestory at this address. */
export const attestory = (url: string, { basic, redirectUri, codes }: AuthorizedClient): Provider => ({
  url: url.replace("localhost", "127.0.0.1"),
  paths: { token: "/api/oauth/token", userinfo: "/api/oauth/userinfo", introspection: "/api/oauth/introspect" },
  basic,
  redirectUri,
  jwtCredentials: "grant_type=client_credentials",
  codes,
});

export type Figures = Record<
  "userinfo" | "introspection" | "credentials" | "jwtCredentials" | "exchange" | "refresh",
  number[]
>;
export const none = (): Figures => ({
  userinfo: [],
  introspection: [],
  credentials: [],
  jwtCredentials: [],
  exchange: [],
  refresh: [],
});

/** The body of the request that exchanges a code. */
export const exchangeForm = ({ redirectUri }: Provider, code: string): string =>
  new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: redirectUri }).toString();

/** The tokens of a new authorization. */
export async function tokensFor(provider: Provider): Promise<{ access_token: string; refresh_token: string }> {
  const [code = ""] = await provider.codes(1);
  const answer = await fetch(provider.url + provider.paths.token, {
    method: "POST",
    headers: { authorization: provider.basic, "content-type": "application/x-www-form-urlencoded" },
    body: exchangeForm(provider, code),
  });
  if (!answer.ok) throw new Error(`the code was refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { access_token: string; refresh_token: string };
}

/** One round of every call that an OAuth client makes. */
export async function round(provider: Provider, figures: Figures): Promise<void> {
  const { url, basic, paths } = provider;
  const form = { authorization: basic, "content-type": "application/x-www-form-urlencoded" };
  const tokens = await tokensFor(provider);
  const load = { connections: atOnce, seconds } as const;
  const bearer = { authorization: `Bearer ${tokens.access_token}` };
  const userinfo = await loadRound({ ...load, method: "GET", url: url + paths.userinfo, headers: bearer });
  figures.userinfo.push(userinfo.perSecond);
  const ask = { ...load, method: "POST", headers: form } as const;
  const bodies = [`token=${tokens.access_token}`];
  figures.introspection.push((await loadRound({ ...ask, url: url + paths.introspection, bodies })).perSecond);
  const credentials = { ...ask, url: url + paths.token, bodies: ["grant_type=client_credentials"] };
  figures.credentials.push((await loadRound(credentials)).perSecond);
  figures.jwtCredentials.push((await loadRound({ ...credentials, bodies: [provider.jwtCredentials] })).perSecond);
  const headers = { authorization: basic };
  const forms = (await provider.codes(codesInRound)).map((code) => exchangeForm(provider, code));
  figures.exchange.push(await tokenLoad({ url: url + paths.token, headers, atOnce, forms }));
  const families = await Promise.all(Array.from({ length: atOnce }, () => tokensFor(provider)));
  const refreshTokens = families.map(({ refresh_token }) => refresh_token);
  figures.refresh.push(await tokenLoad({ url: url + paths.token, headers, atOnce, refreshTokens, seconds }));
}
