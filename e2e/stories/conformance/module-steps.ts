import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { type Answered, call } from "../../http/client.ts";
import { authorize, type Provider, requestBy } from "./provider-scene.ts";
import { askForTokens, tokensOf, verified } from "./tokens.ts";

export type Module = (provider: Provider) => Promise<void>;

export const userinfo = ({ url }: Provider, token: string): Promise<Answered> =>
  call(url, "GET /api/oauth/userinfo", { token });

/** The parameters come in the way of the plan, and none is there that no specification names. */
export function expectResponse({ mode, url }: Provider, { response }: Awaited<ReturnType<typeof authorize>>): void {
  expect(response.by).toBe(mode);
  const { code: _, state, iss, ...others } = response.parameters;
  expect([state, iss, others]).toEqual(["a state", url, {}]);
}

/** A request that succeeds without a screen, as the user has consented. */
export const succeeds =
  (said: Record<string, string>): Module =>
  async (provider) => {
    const authorized = await authorize(provider, await provider.page(), said);
    expect(authorized.screens).toEqual([]);
    expectResponse(provider, authorized);
    const claims = await verified(provider, await tokensOf(provider, authorized));
    expect(claims).toMatchObject({ sub: provider.person.id, nonce: "a nonce" });
  };

/** With these scopes userinfo has these claims, and the ID token of the code flow has none of them. */
export const deliversClaims =
  (scope: string, claims: readonly string[]): Module =>
  async (provider) => {
    const tokens = await tokensOf(provider, await authorize(provider, await provider.page(), { scope }));
    const { body } = await userinfo(provider, tokens.access_token);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(["sub", ...claims]));
    if (claims.length === 0) expect(Object.keys(body)).toEqual(["sub"]);
    const inIdToken = await verified(provider, tokens);
    for (const name of claims) expect(inIdToken).not.toHaveProperty(name);
  };

export const readsUserinfo =
  (ask: (url: string, token: string) => Promise<Answered>): Module =>
  async (provider) => {
    const tokens = await tokensOf(provider, await authorize(provider, await provider.page()));
    const { status, headers, body } = await ask(`${provider.url}/api/oauth/userinfo`, tokens.access_token);
    expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("application/json")]);
    expect(body.sub).toBe((await verified(provider, tokens)).sub);
  };

/** A code that is used again after so many seconds is refused, and its access token ends. */
export const refusesSecondUse =
  (seconds: number): Module =>
  async (provider) => {
    const authorized = await authorize(provider, await provider.page());
    const { access_token } = await tokensOf(provider, authorized);
    provider.product.advance(seconds);
    const again = await askForTokens(provider, authorized.response.parameters);
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
    expect((await userinfo(provider, access_token)).status).toBe(401);
  };

/** Two requests of one browser; between them `seconds` pass. At the second one the person proves who they are, or no screen is shown. */
export const twice =
  (seconds: number, second: Record<string, string>, isAsked: boolean): Module =>
  async (provider) => {
    const page = await provider.page();
    const first = await verified(provider, await tokensOf(provider, await authorize(provider, page)));
    provider.product.advance(seconds);
    const authorized = await authorize(provider, page, second);
    const again = await verified(provider, await tokensOf(provider, authorized));
    expect(authorized.screens.length > 0).toBe(isAsked);
    expect(again.sub).toBe(first.sub);
    expect(Number(again.auth_time) > Number(first.auth_time)).toBe(isAsked);
  };

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const unsigned = (claims: object) => `${base64url({ alg: "none" })}.${base64url(claims)}.`;

/** An unsigned request object is refused where the application asked for the answer. */
export const refusesRequestObject =
  (inObject: (request: Record<string, string>) => Record<string, string>): Module =>
  async (provider) => {
    const request = requestBy(provider);
    const said = { request: unsigned({ ...request, ...inObject(request) }) };
    const { response } = await authorize(provider, await provider.page(), said);
    expect(response.by).toBe(provider.mode);
    expect(response.parameters).toMatchObject({ error: "request_not_supported", state: "a state" });
  };

/** Of the characters that need no encoding. */
export const long = (length: number): string => `${randomBytes(length).toString("base64url").slice(2, length)}.~`;
