import { beforeAll, describe, expect, it } from "vitest";
import { registerApplication } from "./applications.ts";
import { callsOf } from "./client-call-list.ts";
import { consentScene } from "./consent-scene.ts";
import {
  askAs,
  givenBoundTokens,
  givenExchange,
  givenNonce,
  newKey,
  nowSeconds,
  type ProofKey,
  proofBy,
  type Said,
} from "./dpop-scene.ts";
import type { Parties } from "./grants.ts";
import { claimsOf, endReason, errorOf, invalidGrant } from "./token-calls.ts";

const scene = consentScene();
let key: ProofKey;
let stranger: ProofKey;
let nonce: string;
/** With a public application. */
let open: Parties;
const own = { grant_type: "client_credentials" };
const invalidProof = [400, "invalid_dpop_proof"];

beforeAll(async () => {
  [key, stranger] = [await newKey(), await newKey()];
  nonce = await givenNonce(scene.parties);
  open = { ...scene.parties, application: await registerApplication(scene.url, { type: "public" }) };
});

const ask = async (said: Said = {}, by = key) =>
  askAs(scene.parties, own, {
    dpop: await proofBy(by, scene.url, { ...said, claims: { nonce, ...said.claims } }),
  });

it.each(["ES256", "RS256", "PS256", "EdDSA", "Ed25519"])("DP-01 binds a token to a key of %s", async (alg) => {
  const by = await newKey(alg);
  const { status, headers, body } = await ask({}, by);
  expect([status, body.token_type, claimsOf(body.access_token).cnf]).toEqual([200, "DPoP", { jkt: by.thumbprint }]);
  expect(headers.get("dpop-nonce")).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

describe("DP-02 a wrong DPoP proof", () => {
  it.each<[string, () => Said]>([
    ["another htm", () => ({ claims: { htm: "GET" } })],
    ["no htm", () => ({ claims: { htm: undefined } })],
    ["another htu", () => ({ claims: { htu: `${scene.url}/api/oauth/userinfo` } })],
    ["the htu of another host", () => ({ claims: { htu: "https://evil.example/api/oauth/token" } })],
    ["an htu that is no text", () => ({ claims: { htu: [`${scene.url}/api/oauth/token`] } })],
    ["another typ", () => ({ header: { typ: "JWT" } })],
    ["no jwk", () => ({ header: { jwk: undefined } })],
    ["the public key of another", () => ({ header: { jwk: stranger.jwk } })],
    ["a point that is not on the curve", () => ({ header: { jwk: { ...key.jwk, x: key.jwk.y, y: key.jwk.x } } })],
    ["a private member", () => ({ header: { jwk: { ...key.jwk, d: "A".repeat(43) } } })],
    ["no jti", () => ({ claims: { jti: undefined } })],
    ["an endless jti", () => ({ claims: { jti: "x".repeat(501) } })],
    ["no iat", () => ({ claims: { iat: undefined } })],
    ["an old iat", () => ({ claims: { iat: nowSeconds() - 400 } })],
    ["a future iat", () => ({ claims: { iat: nowSeconds() + 400 } })],
    ["an iat in words", () => ({ claims: { iat: String(nowSeconds()) } })],
  ])("DP-02 is refused with %s", async (_, said) => {
    expect(errorOf(await ask(said()))).toEqual(invalidProof);
  });

  it("DP-02 is refused without a signature, with a shared key, of a weak key, twice and oversized", async () => {
    const [header, claims, signature] = (await proofBy(key, scene.url, { claims: { nonce } })).split(".");
    const unsigned = (alg: string) =>
      Buffer.from(JSON.stringify({ alg, typ: "dpop+jwt", jwk: key.jwk })).toString("base64url");
    const whole = `${header}.${claims}.${signature}`;
    const shared = { kty: "oct", k: "A".repeat(43) };
    const symmetric = Buffer.from(JSON.stringify({ alg: "HS256", typ: "dpop+jwt", jwk: shared })).toString("base64url");
    const proofs = [
      `${unsigned("none")}.${claims}.`,
      `${unsigned("none")}.${claims}.${signature}`,
      `${unsigned("HS256")}.${claims}.${signature}`,
      `${symmetric}.${claims}.${signature}`,
      `${header}.${claims}.${signature?.slice(0, -4)}AAAA`,
      `${header}.${claims}`,
      `${whole}, ${whole}`,
      `${whole}.${signature}`,
      "x".repeat(8193),
      "{}",
      "",
    ];
    for (const dpop of proofs) {
      expect([dpop.slice(0, 20), ...errorOf(await askAs(scene.parties, own, { dpop }))]).toEqual([
        dpop.slice(0, 20),
        ...invalidProof,
      ]);
    }
  });

  it("DP-02 spends no code and no refresh token, and is shown to the application's owner", async () => {
    const parties = { ...scene.parties, application: await registerApplication(scene.url) };
    const { exchange } = await givenExchange(parties);
    const proof = (said: Said = {}) =>
      proofBy(key, scene.url, { ...said, claims: { nonce, ...said.claims } }).then((dpop) => ({ dpop }));
    expect(errorOf(await exchange(await proof({ claims: { htm: "PUT" } })))).toEqual(invalidProof);
    expect(errorOf(await exchange(await proof({ claims: { nonce: undefined } })))).toEqual([400, "use_dpop_nonce"]);
    const { status, body } = await exchange(await proof());
    expect([status, body.token_type]).toEqual([200, "DPoP"]);
    const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    expect(errorOf(await askAs(parties, refresh, await proof({ claims: { htu: "x" } })))).toEqual(invalidProof);
    expect((await askAs(parties, refresh, await proof())).status).toBe(200);
    const requests = await callsOf(scene.url, parties.application, 2);
    expect(requests).toMatchObject([
      { endpoint: "token", error: "invalid_dpop_proof", description: expect.stringContaining("htu") },
      { endpoint: "token", error: "invalid_dpop_proof", description: expect.stringContaining("htm") },
    ]);
  });
});

it("DP-03 takes an htu with a query, a fragment or another spelling", async () => {
  const htu = `${scene.url.toUpperCase()}/api/oauth/token?a=b#c`;
  expect((await ask({ claims: { htu } })).status).toBe(200);
});

it("DP-04 takes a DPoP proof once, also where it comes many times at once", async () => {
  const dpop = await proofBy(key, scene.url, { claims: { nonce } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => askAs(scene.parties, own, { dpop })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  expect(errorOf(await askAs(scene.parties, own, { dpop }))).toEqual(invalidProof);
  // Another key may use the same text.
  const jti = "the same";
  expect((await ask({ claims: { jti } })).status).toBe(200);
  expect((await ask({ claims: { jti } }, await newKey())).status).toBe(200);
});

it("DP-05 asks for a nonce of its own", async () => {
  for (const wrong of [undefined, "", "A".repeat(43), 7, [nonce]]) {
    const answer = await ask({ claims: { nonce: wrong } });
    expect([wrong, ...errorOf(answer)]).toEqual([wrong, 400, "use_dpop_nonce"]);
    const given = answer.headers.get("dpop-nonce");
    expect((await ask({ claims: { nonce: given } })).status).toBe(200);
  }
});

it("DP-06 refreshes the tokens of a public application only with its key, and other keys end nothing", async () => {
  const { refresh_token } = await givenBoundTokens(open, key);
  const sent = { grant_type: "refresh_token", refresh_token };
  const by = async (one: ProofKey) => ({ dpop: await proofBy(one, scene.url, { claims: { nonce } }) });
  expect(errorOf(await askAs(open, sent))).toEqual(invalidGrant);
  expect(errorOf(await askAs(open, sent, await by(await newKey())))).toEqual(invalidGrant);
  const { status, body } = await askAs(open, sent, await by(key));
  expect([status, body.token_type, claimsOf(body.access_token).cnf]).toEqual([200, "DPoP", { jkt: key.thumbprint }]);
  expect(await endReason(scene.product, refresh_token)).toEqual([]);
});

it("DP-06 lets a confidential application, which proves itself by its secret, change its key", async () => {
  const { refresh_token } = await givenBoundTokens(scene.parties, key);
  const other = await newKey();
  const dpop = await proofBy(other, scene.url, { claims: { nonce } });
  const { body } = await askAs(scene.parties, { grant_type: "refresh_token", refresh_token }, { dpop });
  expect(claimsOf(body.access_token).cnf).toEqual({ jkt: other.thumbprint });
});
