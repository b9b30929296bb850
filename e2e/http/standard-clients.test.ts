import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { answer, deviceApplication } from "./device-scene.ts";

const product = sharedProductScene();
let url: string;
let user: Person & { id: string; token: string };
let application: RegisteredApplication;
beforeAll(async () => {
  url = product.url;
  user = await givenSignedInUser(url);
  application = await registerApplication(url);
});

/** The user opens the client's address and consents. Returns where the browser goes next. */
async function consentTo(authorizationUrl: URL): Promise<URL> {
  const { token } = user;
  const asked = await call(url, `GET /api/oauth/authorize${authorizationUrl.search}`, { token });
  expect([asked.status, asked.body]).toMatchObject([200, {}]);
  const sent = Object.fromEntries(authorizationUrl.searchParams);
  const { client_id, redirect_uri, scope, state } = sent;
  const granted = await call(url, "POST /api/oauth/authorize", {
    token,
    body: { client_id, redirect_uri, scope, state },
  });
  expect([granted.status, granted.body]).toMatchObject([200, {}]);
  return new URL(granted.body.redirectUrl);
}

const verifyBoth = async ({ access_token, id_token }: { access_token: string; id_token?: string | undefined }) => {
  const jwks = createRemoteJWKSet(new URL(`${url}/api/oauth/jwks`));
  const access = await jwtVerify(access_token, jwks, {
    issuer: url,
    audience: url,
    typ: "at+jwt",
    algorithms: ["ES256"],
  });
  const id = await jwtVerify(id_token ?? "", jwks, { issuer: url, audience: application.id, algorithms: ["RS256"] });
  return { access: access.payload, id: id.payload };
};

describe("openid-client", () => {
  it.each([
    ["client_secret_basic", client.ClientSecretBasic],
    ["client_secret_post", client.ClientSecretPost],
  ])("RS-09 signs a user in, refreshes and revokes with %s", async (_, authentication) => {
    const { clientId, clientSecret } = application;
    const method = authentication(clientSecret ?? "");
    const options = { execute: [client.allowInsecureRequests] };
    const config = await client.discovery(new URL(url), clientId, {}, method, options);
    const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: "openid profile email offline_access",
      prompt: "consent",
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
      max_age: "3600",
    });
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, maxAge: 3600 };
    const tokens = await client.authorizationCodeGrant(config, await consentTo(address), checks);
    expect(tokens.claims()).toMatchObject({ sub: user.id, azp: clientId, sid: expect.any(String) });
    const { access, id } = await verifyBoth(tokens);
    expect([access.sub, access.client_id, id.nonce]).toEqual([user.id, clientId, nonce]);
    const claims = await client.fetchUserInfo(config, tokens.access_token, user.id);
    expect(claims).toMatchObject({ sub: user.id, email: user.email, preferred_username: user.username });

    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(refreshed.claims()).toMatchObject({ sub: user.id, auth_time: id.auth_time });
    await client.tokenRevocation(config, refreshed.refresh_token ?? "");
    await expect(client.fetchUserInfo(config, refreshed.access_token, user.id)).rejects.toMatchObject({ status: 401 });
    await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  it("DF-17 signs a user in on a device", async () => {
    const { clientId, clientSecret } = await deviceApplication(url);
    const options = { execute: [client.allowInsecureRequests] };
    const config = await client.discovery(new URL(url), clientId, clientSecret ?? "", undefined, options);
    const asked = await client.initiateDeviceAuthorization(config, { scope: "openid email offline_access" });
    expect((await answer({ url, user }, asked)).status).toBe(200);
    // The test does not wait as long as a device has to.
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0.01 });
    expect(tokens.claims()).toMatchObject({ sub: user.id, azp: clientId });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(await client.fetchUserInfo(config, refreshed.access_token, user.id)).toMatchObject({ email: user.email });
  });

  it("TK-17 gets a token for an application itself", async () => {
    const { clientId, clientSecret } = application;
    const options = { execute: [client.allowInsecureRequests] };
    const config = await client.discovery(new URL(url), clientId, clientSecret ?? "", undefined, options);
    const { access_token, token_type, expires_in } = await client.clientCredentialsGrant(config);
    expect([token_type, expires_in]).toEqual(["bearer", 3600]);
    await client.tokenRevocation(config, access_token);
  });
});

describe("oauth4webapi", () => {
  it.each(["RS256", "ES256"])("RS-09 signs a user in to a public application whose ID tokens are %s", async (alg) => {
    const { clientId } = await registerApplication(url, { type: "public", idTokenAlgorithm: alg });
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(url);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const self = { client_id: clientId, id_token_signed_response_alg: alg };
    const [verifier, nonce] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomNonce()];
    const address = new URL(server.authorization_endpoint ?? "");
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid email",
      state: oauth.generateRandomState(),
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    address.search = new URLSearchParams(parameters).toString();
    const callback = oauth.validateAuthResponse(server, self, await consentTo(address), parameters.state);
    const authentication = oauth.None();
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      self,
      authentication,
      callback,
      redirectUri,
      verifier,
      insecure,
    );
    const rules = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, self, response, rules);
    await oauth.validateApplicationLevelSignature(server, response, insecure);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: user.id, nonce });
    const info = await oauth.userInfoRequest(server, self, tokens.access_token, insecure);
    expect(await oauth.processUserInfoResponse(server, self, user.id, info)).toMatchObject({ email: user.email });
  });

  it("DF-17 signs a user in on a device that keeps no secret", async () => {
    const { clientId } = await deviceApplication(url, { type: "public" });
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(url);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const self = { client_id: clientId };
    const none = oauth.None();
    const begun = await oauth.deviceAuthorizationRequest(server, self, none, { scope: "openid" }, insecure);
    const asked = await oauth.processDeviceAuthorizationResponse(server, self, begun);
    const poll = async () => {
      const response = await oauth.deviceCodeGrantRequest(server, self, none, asked.device_code, insecure);
      return oauth.processDeviceCodeResponse(server, self, response);
    };
    await expect(poll()).rejects.toMatchObject({ error: "authorization_pending" });
    await answer({ url, user }, asked);
    expect(oauth.getValidatedIdTokenClaims(await poll())).toMatchObject({ sub: user.id });
  });
});
