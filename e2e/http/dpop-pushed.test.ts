import { expect, it } from "vitest";
import { redirectUri } from "./applications.ts";
import { call } from "./client.ts";
import { consentScene } from "./consent-scene.ts";
import { givenNonce, newKey, type ProofKey, proofBy } from "./dpop-scene.ts";
import { exchange } from "./grants.ts";
import { errorOf, invalidGrant, postForm } from "./token-calls.ts";

const scene = consentScene();

it("DP-07 binds the code of a pushed request to the key that was shown with it, or that it names", async () => {
  const { url, parties } = scene;
  const { application, user } = parties;
  const [key, other, nonce] = [await newKey(), await newKey(), await givenNonce(parties)];
  const htu = `${url}/api/oauth/par`;
  const request = { redirect_uri: redirectUri, response_type: "code", scope: "openid", state: "s", prompt: "consent" };
  const push = async (said: Record<string, string>, by?: ProofKey) => {
    const headers = by && { dpop: await proofBy(by, url, { claims: { nonce, htu } }) };
    return postForm(htu, { ...request, ...said }, { basic: application, ...(headers && { headers }) });
  };
  const codeOf = async (request_uri: string) => {
    const { token } = user;
    const query = new URLSearchParams({ client_id: application.id, request_uri });
    const { body: asked } = await call(url, `GET /api/oauth/authorize?${query}`, { token });
    const { redirectUri: redirect_uri, scope, state } = asked;
    const body = { client_id: application.id, redirect_uri, scope, state };
    const granted = await call(url, "POST /api/oauth/authorize", { token, body });
    return new URL(granted.body.redirectUrl).searchParams.get("code");
  };
  const tokensFor = async (code: string | null, by: ProofKey) => {
    const dpop = await proofBy(by, url, { claims: { nonce } });
    return exchange(parties, { code }, { basic: application, headers: { dpop } });
  };
  const shown = await push({}, key);
  expect([shown.status, shown.headers.get("dpop-nonce")]).toEqual([201, expect.any(String)]);
  expect((await tokensFor(await codeOf(shown.body.request_uri), key)).status).toBe(200);
  for (const pushed of [await push({}, key), await push({ dpop_jkt: key.thumbprint })]) {
    expect(errorOf(await tokensFor(await codeOf(pushed.body.request_uri), other))).toEqual(invalidGrant);
  }
  expect(errorOf(await push({ dpop_jkt: key.thumbprint }, other))).toEqual([400, "invalid_dpop_proof"]);
  const unproven = { dpop: await proofBy(key, url, { claims: { htu } }) };
  const stale = await postForm(htu, request, { basic: application, headers: unproven });
  expect(errorOf(stale)).toEqual([400, "use_dpop_nonce"]);
});
