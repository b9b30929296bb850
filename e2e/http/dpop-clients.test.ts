import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { expect, it } from "vitest";
import { redirectUri, registerApplication } from "./applications.ts";
import { call } from "./client.ts";
import { consentScene } from "./consent-scene.ts";

const scene = consentScene();

/** The user opens the client's address and consents. Returns where the browser goes next. */
async function consentTo(address: URL): Promise<URL> {
  const { token } = scene.parties.user;
  await call(scene.url, `GET /api/oauth/authorize${address.search}`, { token });
  const sent = Object.fromEntries(address.searchParams);
  const { client_id, redirect_uri, scope, state } = sent;
  const body = { client_id, redirect_uri, scope, state };
  const granted = await call(scene.url, "POST /api/oauth/authorize", { token, body });
  return new URL(granted.body.redirectUrl);
}

it("DP-01 openid-client signs a user in to a public application that requires DPoP", async () => {
  const { clientId } = await registerApplication(scene.url, { type: "public", requireDpop: true });
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(scene.url), clientId, undefined, client.None(), options);
  expect(config.serverMetadata().dpop_signing_alg_values_supported).toContain("ES256");
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()];
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid email offline_access",
    prompt: "consent",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    dpop_jkt: await DPoP.calculateThumbprint(),
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await client.authorizationCodeGrant(config, await consentTo(address), checks, {}, { DPoP });
  expect(tokens.token_type).toBe("dpop");
  const sub = scene.parties.user.id;
  const claims = await client.fetchUserInfo(config, tokens.access_token, sub, { DPoP });
  expect(claims).toMatchObject({ email: scene.parties.user.email });
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "", {}, { DPoP });
  expect((await client.fetchUserInfo(config, refreshed.access_token, sub, { DPoP })).sub).toBe(sub);
});

it("DP-01 oauth4webapi gets a bound token for an application itself, after it was sent a nonce", async () => {
  const { clientId, clientSecret } = scene.parties.application;
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(scene.url);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const self = { client_id: clientId };
  const DPoP = oauth.DPoP({}, await oauth.generateKeyPair("Ed25519"));
  const ask = async () => {
    const secret = oauth.ClientSecretBasic(clientSecret ?? "");
    const asked = await oauth.clientCredentialsGrantRequest(server, self, secret, {}, { DPoP, ...insecure });
    return oauth.processClientCredentialsResponse(server, self, asked);
  };
  const first = await ask().catch((error: unknown) => error);
  expect(oauth.isDPoPNonceError(first)).toBe(true);
  expect((await ask()).token_type).toBe("dpop");
});
