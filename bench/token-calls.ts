import { authorizedClient } from "./oauth-client.ts";
import { attestory, exchangeForm, type Provider, tokensFor } from "./oauth-rounds.ts";
import { loadRound } from "./processes.ts";
import type { Subject } from "./subject.ts";
import { tokenLoad } from "./token-load.ts";

/** Prepares a round of load, such as its codes, and returns what runs it. That resolves to the number of answered requests. */
export type PrepareRound = () => Promise<() => Promise<number>>;

const atOnce = 32;
const codesInRound = 600;

/** Rounds of what an application calls, by name, at a service that runs without rate limits. */
export async function tokenCalls(subject: Subject, seconds: number): Promise<Record<string, PrepareRound>> {
  const provider = attestory(subject.url, await authorizedClient(subject));
  const { url, paths, basic } = provider;
  const es256 = attestory(subject.url, await authorizedClient(subject, { idTokenAlgorithm: "ES256" }));
  const headers = { authorization: basic };
  const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  const same = (path: string, body: string) => async () => {
    const load = {
      url: url + path,
      method: "POST",
      headers: form,
      bodies: [body],
      connections: atOnce,
      seconds,
    } as const;
    return (await loadRound(load)).perSecond * seconds;
  };
  return {
    "client credentials": async () => same(paths.token, "grant_type=client_credentials"),
    introspection: async () => same(paths.introspection, `token=${(await tokensFor(provider)).access_token}`),
    "code exchange": async () => {
      const forms = (await provider.codes(codesInRound)).map((code) => exchangeForm(provider, code));
      return async () => {
        await tokenLoad({ url: url + paths.token, headers, atOnce, forms });
        return forms.length;
      };
    },
    refresh: async () => refresh(provider, seconds),
    "refresh, ID token in ES256": async () => refresh(es256, seconds),
  };
}

/** Every token family is refreshed again and again. */
async function refresh(provider: Provider, seconds: number): Promise<() => Promise<number>> {
  const { url, paths, basic } = provider;
  const families = await Promise.all(Array.from({ length: atOnce }, () => tokensFor(provider)));
  const refreshTokens = families.map(({ refresh_token }) => refresh_token);
  const load = { url: url + paths.token, headers: { authorization: basic }, atOnce, refreshTokens, seconds };
  return async () => (await tokenLoad(load)) * seconds;
}
