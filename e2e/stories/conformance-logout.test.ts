import { generateKeyPair, SignJWT } from "jose";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../http/client.ts";
import { claimsOf } from "../http/token-calls.ts";
import { authorize, type Provider, providerScene } from "./conformance/provider-scene.ts";
import { type Tokens, tokensOf, verified } from "./conformance/tokens.ts";

const provider = providerScene("query");
const state = "~a > | $ & { } ' \" state";

type Sent = Record<string, string>;

/** A browser in which the application has signed the person in. */
async function givenSignedIn(): Promise<{ page: Page; tokens: Tokens }> {
  const page = await provider.freshPage();
  return { page, tokens: await tokensOf(provider, await authorize(provider, page)) };
}

const endSession = ({ url }: Provider, sent: Sent): string =>
  `${url}/api/oauth/end_session?${new URLSearchParams(sent)}`;
const isSignedIn = async (page: Page): Promise<boolean> => {
  await page.goto(`${provider.url}/dashboard`);
  await page.getByRole("heading", { name: /Account settings|Sign in to Attestory/ }).waitFor();
  return !page.url().includes("/login");
};

const good = ({ id_token }: Tokens): Sent => ({
  id_token_hint: id_token,
  post_logout_redirect_uri: provider.relyingParty.afterSignOut,
});
const unsigned = (token: string) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${token.split(".")[1]}.`;
async function foreign(token: string): Promise<string> {
  const { kid } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
  const { privateKey } = await generateKeyPair("RS256");
  return new SignJWT(claimsOf(token)).setProtectedHeader({ alg: "RS256", typ: "JWT", kid }).sign(privateKey);
}

describe("Config OP", () => {
  it("oidcc-discovery-endpoint-verification", async () => {
    const { url } = provider;
    const { status, headers, body } = await call(url, "GET /.well-known/openid-configuration");
    expect([status, headers.get("content-type"), body.issuer]).toEqual([
      200,
      expect.stringContaining("application/json"),
      url,
    ]);
    const addresses = Object.entries(body).filter(([name]) => /_(endpoint|uri)$/.test(name));
    for (const [name, address] of addresses) expect([name, address]).toEqual([name, expect.stringMatching(`^${url}/`)]);
    expect(body).toMatchObject({
      response_types_supported: expect.arrayContaining(["code"]),
      grant_types_supported: expect.arrayContaining(["authorization_code"]),
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: expect.arrayContaining(["RS256"]),
      scopes_supported: expect.arrayContaining(["openid"]),
      claims_supported: expect.arrayContaining(["sub"]),
      token_endpoint_auth_methods_supported: expect.arrayContaining(["client_secret_basic", "client_secret_post"]),
    });
    const { keys } = (await call(url, "GET /api/oauth/jwks")).body;
    expect(new Set(keys.map(({ kid }: Sent) => kid)).size).toBe(keys.length);
    for (const key of keys) expect(Object.keys(key)).not.toContain("d");
  });
});

describe("RP-Initiated Logout OP", () => {
  it("oidcc-rp-initiated-logout-discovery-endpoint-verification", async () => {
    const { body } = await call(provider.url, "GET /.well-known/openid-configuration");
    expect(body.end_session_endpoint).toBe(`${provider.url}/api/oauth/end_session`);
  });

  it.each<[string, Sent]>([
    ["oidcc-rp-initiated-logout", { state }],
    ["oidcc-rp-initiated-logout-no-state", {}],
  ])("%s leads back", async (_, more) => {
    const { page, tokens } = await givenSignedIn();
    await page.goto(endSession(provider, { ...good(tokens), ...more }));
    const { origin, pathname, searchParams } = new URL(page.url());
    expect(`${origin}${pathname}`).toBe(provider.relyingParty.afterSignOut);
    expect(Object.fromEntries(searchParams)).toEqual(more);
    expect(await isSignedIn(page)).toBe(false);
  });

  const withUri = (sent: Sent, uri: string): Sent => ({ ...sent, post_logout_redirect_uri: uri });
  const asking: Record<string, (sent: Sent) => Sent | Promise<Sent>> = {
    "bad-post-logout-redirect-uri": (sent) => withUri(sent, "https://localhost:1/other"),
    "query-added-to-post-logout-redirect-uri": (sent) => withUri(sent, `${sent.post_logout_redirect_uri}?foo=bar`),
    "modified-id-token-hint": async (sent) => ({ ...sent, id_token_hint: unsigned(sent.id_token_hint ?? "") }),
    "bad-id-token-hint": async (sent) => ({ ...sent, id_token_hint: await foreign(sent.id_token_hint ?? "") }),
    "no-id-token-hint": ({ id_token_hint: _, ...sent }) => sent,
    "no-params": () => ({}),
    "only-state": () => ({ state }),
  };
  describe("asks before it signs out, and leads nowhere", () => {
    let signedIn: Awaited<ReturnType<typeof givenSignedIn>>;
    beforeAll(async () => {
      signedIn = await givenSignedIn();
    });
    it.each(Object.keys(asking))("oidcc-rp-initiated-logout-%s", async (name) => {
      const { page, tokens } = signedIn;
      await page.goto(endSession(provider, (await asking[name]?.({ ...good(tokens), state })) ?? {}));
      await page.getByRole("heading", { name: "Sign out?" }).waitFor();
      expect(new URL(page.url()).origin).toBe(provider.url);
    });
    it("and signs out once the user has confirmed", async () => {
      const { page } = signedIn;
      expect(await isSignedIn(page)).toBe(true);
      await page.goto(endSession(provider, {}));
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "You are signed out" }).waitFor();
      expect(await isSignedIn(page)).toBe(false);
    });
  });

  it("oidcc-rp-initiated-logout-no-post-logout-redirect-uri stays here", async () => {
    const { page, tokens } = await givenSignedIn();
    await page.goto(endSession(provider, { id_token_hint: tokens.id_token, state }));
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    expect(await isSignedIn(page)).toBe(false);
  });
});

describe("Back-Channel Logout OP", () => {
  it("oidcc-backchannel-logout-discovery-endpoint-verification", async () => {
    const { body } = await call(provider.url, "GET /.well-known/openid-configuration");
    expect(body).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  });

  it("oidcc-backchannel-rp-initiated-logout", async () => {
    const { page, tokens } = await givenSignedIn();
    const { logoutTokens } = provider.relyingParty;
    const before = logoutTokens.length;
    await page.goto(endSession(provider, { ...good(tokens), state }));
    const { sub, sid } = await verified(provider, tokens);
    const told = () => logoutTokens.slice(before).map((token) => claimsOf(token));
    await expect.poll(told, { timeout: 20_000 }).toContainEqual(expect.objectContaining({ sub, sid }));
    for (const token of logoutTokens.slice(before)) {
      const claims = await verified(provider, { id_token: token });
      expect(claims).toMatchObject({ events: { "http://schemas.openid.net/event/backchannel-logout": {} } });
      expect(claims).not.toHaveProperty("nonce");
    }
  });
});
