import { beforeAll, expect, it } from "vitest";
import { registerApplication } from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { consentScene } from "./consent-scene.ts";
import { answer, deviceApplication, givenDevice, poll } from "./device-scene.ts";
import {
  askAs,
  givenBoundTokens,
  givenExchange,
  givenNonce,
  newKey,
  type ProofKey,
  proofBy,
  proofOfToken,
} from "./dpop-scene.ts";
import { askUserinfo, givenTokens, type Parties } from "./grants.ts";
import { claimsOf, endReason, errorOf, invalidGrant, postForm } from "./token-calls.ts";

const scene = consentScene();
let key: ProofKey;
let nonce: string;
let token: string;

beforeAll(async () => {
  key = await newKey();
  ({ nonce, access_token: token } = await givenBoundTokens(scene.parties, key));
});

const userinfo = async (headers: Record<string, string>, method = "GET"): Promise<Answered> => {
  const answered = await fetch(`${scene.url}/api/oauth/userinfo`, { method, headers });
  return { status: answered.status, headers: answered.headers, body: await answered.json() };
};
const proof = (claims: Record<string, unknown> = {}, by = key, of = token) =>
  proofOfToken(by, scene.url, { token: of, nonce, claims });

it("DP-08 answers who shows the key of a bound token", async () => {
  const authorization = `DPoP ${token}`;
  const answered = await userinfo({ authorization, dpop: await proof() });
  expect([answered.status, answered.body.sub]).toEqual([200, scene.parties.user.id]);
  const posted = await userinfo({ authorization, dpop: await proof({ htm: "POST" }) }, "POST");
  expect(posted.status).toBe(200);
});

it("DP-08 refuses a stolen bound token whatever its thief sends", async () => {
  const authorization = `DPoP ${token}`;
  const { access_token: unbound } = await givenTokens(scene.parties);
  const dpop = await proof();
  expect((await userinfo({ authorization, dpop })).status).toBe(200);
  const thief = await newKey();
  const refused: [string, Record<string, string>, string][] = [
    ["by Bearer", { authorization: `Bearer ${token}` }, "invalid_token"],
    ["by Bearer, with a proof", { authorization: `Bearer ${token}`, dpop: await proof() }, "invalid_token"],
    ["without a proof", { authorization }, "invalid_dpop_proof"],
    ["with a replayed proof", { authorization, dpop }, "invalid_dpop_proof"],
    ["by another key", { authorization, dpop: await proof({}, thief) }, "invalid_token"],
    ["with the ath of another token", { authorization, dpop: await proof({}, key, unbound) }, "invalid_dpop_proof"],
    ["without ath", { authorization, dpop: await proof({ ath: undefined }) }, "invalid_dpop_proof"],
    ["for another method", { authorization, dpop: await proof({ htm: "POST" }) }, "invalid_dpop_proof"],
    ["for another address", { authorization, dpop: await proof({ htu: scene.url }) }, "invalid_dpop_proof"],
    ["with two proofs", { authorization, dpop: `${await proof()}, ${await proof()}` }, "invalid_dpop_proof"],
    ["without a nonce", { authorization, dpop: await proof({ nonce: undefined }) }, "use_dpop_nonce"],
    ["unbound", { authorization: `DPoP ${unbound}`, dpop: await proof({}, key, unbound) }, "invalid_token"],
  ];
  for (const [how, headers, error] of refused) {
    const answered = await userinfo(headers);
    expect([how, ...errorOf(answered)]).toEqual([how, 401, error]);
    const challenge = answered.headers.get("www-authenticate");
    expect(challenge).toMatch(new RegExp(`^DPoP error="${error}", .*algs="ES256 RS256 PS256 EdDSA Ed25519"$`));
    expect(answered.headers.has("dpop-nonce")).toBe(error === "use_dpop_nonce");
  }
  const inBody = await postForm(`${scene.url}/api/oauth/userinfo`, { access_token: token });
  expect(errorOf(inBody)).toEqual([401, "invalid_token"]);
});

it("DP-08 takes no session by the scheme DPoP", async () => {
  const { token: session } = scene.parties.user;
  for (const path of ["/api/user/sessions", "/api/oauth/userinfo"]) {
    const headers = { authorization: `DPoP ${session}`, dpop: await proof({ htu: scene.url + path }, key, session) };
    expect([path, (await fetch(scene.url + path, { headers })).status]).toEqual([path, 401]);
  }
  const body = { firstName: "Mallory", lastName: "M" };
  const headers = { authorization: `DPoP ${session}`, "content-type": "application/json" };
  const changed = await fetch(`${scene.url}/api/user/profile`, {
    method: "PUT",
    headers,
    body: JSON.stringify(body),
  });
  expect(changed.status).toBe(401);
});

it("DP-07 gives the tokens of a code to the key that its request named, and ends it for another", async () => {
  const bound = async (jkt: string) => givenExchange(scene.parties, { dpopJkt: jkt });
  const by = async (one: ProofKey) => ({ dpop: await proofBy(one, scene.url, { claims: { nonce } }) });
  expect((await (await bound(key.thumbprint)).exchange(await by(key))).status).toBe(200);
  for (const headers of [{}, await by(await newKey())]) {
    const { code, exchange } = await bound(key.thumbprint);
    expect(errorOf(await exchange(headers))).toEqual(invalidGrant);
    expect(await endReason(scene.product, code)).toEqual(["code-refused"]);
    expect(errorOf(await exchange(await by(key)))).toEqual(invalidGrant);
  }
  const { user, application } = scene.parties;
  const query = new URLSearchParams({ client_id: application.clientId, response_type: "code", dpop_jkt: "short" });
  query.set("redirect_uri", "https://app.example.com/callback");
  const answered = await fetch(`${scene.url}/oauth/authorize?${query}`, {
    redirect: "manual",
    headers: { cookie: `__Host-session=${user.token}`, "sec-fetch-dest": "document" },
  });
  expect(new URL(answered.headers.get("location") ?? "").searchParams.get("error")).toBe("invalid_request");
});

it("DP-09 gives an application that requires DPoP no token without a DPoP proof, and spends nothing", async () => {
  const application = await deviceApplication(scene.url, { requireDpop: true });
  expect(application.requireDpop).toBe(true);
  const parties: Parties = { ...scene.parties, application };
  const missing = [400, "invalid_request"];
  const by = async () => ({ dpop: await proofBy(key, scene.url, { claims: { nonce } }) });
  const { exchange } = await givenExchange(parties);
  expect(errorOf(await exchange())).toEqual(missing);
  const { status, body } = await exchange(await by());
  expect(status).toBe(200);
  const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token };
  expect(errorOf(await askAs(parties, refresh))).toEqual(missing);
  expect((await askAs(parties, refresh, await by())).status).toBe(200);
  expect(errorOf(await askAs(parties, { grant_type: "client_credentials" }))).toEqual(missing);

  const device = await givenDevice(parties);
  await answer(scene.parties, device);
  expect(errorOf(await poll(parties, device))).toEqual(missing);
  const given = await poll(parties, device, { basic: application, headers: await by() });
  expect([given.status, given.body.token_type]).toEqual([200, "DPoP"]);
});

it("DP-09 is required by a setting that stays as it is where a change leaves it out", async () => {
  const { id, developer, name, redirectUris } = await registerApplication(scene.url);
  const change = async (said: object) => {
    const path = `PUT /api/developer/applications/${id}`;
    const answered = await call(scene.url, path, { token: developer.token, body: { name, redirectUris, ...said } });
    return answered.body.application.requireDpop;
  };
  expect([await change({}), await change({ requireDpop: true }), await change({})]).toEqual([false, true, true]);
});

it("DP-10 introspection shows to which key a token is bound", async () => {
  const { application } = scene.parties;
  const introspect = (one: string) =>
    postForm(`${scene.url}/api/oauth/introspect`, { token: one }, { basic: application });
  expect((await introspect(token)).body).toMatchObject({
    active: true,
    token_type: "DPoP",
    cnf: { jkt: key.thumbprint },
  });
  const unbound = await introspect((await givenTokens(scene.parties)).access_token);
  expect([unbound.body.token_type, unbound.body.cnf]).toEqual(["Bearer", undefined]);
  expect(claimsOf(token).cnf).toEqual({ jkt: key.thumbprint });
  expect((await askUserinfo(scene.url, token)).status).toBe(401);
  expect(await givenNonce(scene.parties)).toMatch(/^[\w-]{43}$/);
});
