/**
 * @module-tag random
 * @module-tag embedded/moves-clock
 */

import { decodeProtectedHeader, type JWK } from "jose";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { asserted, sampleKeys } from "./application-keys.ts";
import { registerApplication } from "./applications.ts";
import { givenVisitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { exchange, givenCode, givenParties, givenTokens, newVerifier, type Parties, refresh } from "./grants.ts";
import { givenSignedIn, isSignedIn, leadsTo, logOut, returnTo } from "./logout-scene.ts";
import { askToken, claimsOf, errorOf, invalidGrant } from "./token-calls.ts";

const product = ownProductScene({
  RATE_LIMITS: "on",
  TRUST_PROXY: "1",
  SESSION_IDLE_SECONDS: "34000000",
  SESSION_ABSOLUTE_SECONDS: "34000000",
});
let parties: Parties;
beforeAll(async () => {
  product.stopClock();
  parties = await givenParties(product.url);
});

/** A full run makes as many attempts as the case names. */
const guesses = process.env.FULL_RUN === "1" ? 1000 : 350;
const day = 86_400;
const own = { grant_type: "client_credentials" };
const from = (address: string) => ({ "x-forwarded-for": address });

it("TK-08 refuses a code after 60 seconds", async () => {
  const verifier = newVerifier();
  const [inTime, late] = [await givenCode(parties, { verifier }), await givenCode(parties, { verifier })];
  product.advance(59);
  expect((await exchange(parties, { code: inTime, code_verifier: verifier })).status).toBe(200);
  product.advance(1);
  expect(errorOf(await exchange(parties, { code: late, code_verifier: verifier }))).toEqual(invalidGrant);
});

it("TK-07 recognizes a code that was used, also long after it has expired", async () => {
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier, scope: "openid offline_access" });
  const { body } = await exchange(parties, { code, code_verifier: verifier });
  product.advance(1200);
  expect(errorOf(await exchange(parties, { code, code_verifier: verifier }))).toEqual(invalidGrant);
  expect(errorOf(await refresh(parties, body))).toEqual(invalidGrant);
});

it("RL-05 TK-19 answers 429 to many wrong secrets of one application in one network, and to no other", async () => {
  const { application } = parties;
  const other = await registerApplication(product.url, { developer: application.developer });
  const wrong = { clientId: application.clientId, clientSecret: "atcs_wrong" };
  const guess = () => askToken(product.url, own, { basic: wrong, headers: from("192.0.2.7") });
  const answers = [];
  for (let sent = 0; sent < guesses; sent += 50)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, guess))));
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 401).length, refused.length]).toEqual([300, guesses - 300]);
  for (const answer of refused) {
    expect(answer.body.error).toBe("temporarily_unavailable");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const ask = async (basic: typeof application, address: string) =>
    (await askToken(product.url, own, { basic, headers: from(address) })).status;
  expect(await ask(other, "192.0.2.7")).toBe(200);
  expect(await ask(application, "198.51.100.7")).toBe(200);
  expect(await ask(application, "192.0.2.7")).toBe(429);
  product.advance(900);
  expect(await ask(application, "192.0.2.7")).toBe(200);
});

it("TK-19 TK-20 answers 429 to many wrong assertions of one application in one network", async () => {
  const { developer } = parties.application;
  const said = { developer, tokenEndpointAuthMethod: "private_key_jwt", jwks: sampleKeys };
  const { id } = await registerApplication(product.url, said);
  const wrong = { ...own, ...asserted("an assertion"), client_id: id };
  const guess = async () => (await askToken(product.url, wrong, { headers: from("192.0.2.8") })).status;
  const statuses: number[] = [];
  while (statuses.length < 350) statuses.push(...(await Promise.all(Array.from({ length: 50 }, guess))));
  expect(statuses.filter((status) => status === 401)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
});

it("TK-19 never counts right secrets", async () => {
  for (let sent = 0; sent < 400; sent += 50) {
    const ask = () => askToken(product.url, own, { basic: parties.application, headers: from("203.0.113.9") });
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
});

it("TK-17 says of an access token and an ID token that they end after an hour", async () => {
  const tokens = await givenTokens(parties);
  for (const token of [tokens.access_token, tokens.id_token]) {
    const { iat, exp } = claimsOf(token) as { iat: number; exp: number };
    expect(exp - iat).toBe(3600);
  }
});

// Last: it moves the clock by months.
it("TK-16 ends a refresh token after 30 days without use, and after 90 days in all", async () => {
  const offline = { scope: "openid offline_access" };
  const [unused, used] = [await givenTokens(parties, offline), await givenTokens(parties, offline)];
  let newest = { refresh_token: used.refresh_token };
  for (const days of [29, 29, 29]) {
    product.advance(days * day);
    const { status, body } = await refresh(parties, newest);
    expect(status).toBe(200);
    newest = body;
  }
  expect(errorOf(await refresh(parties, unused))).toEqual(invalidGrant);
  product.advance(3 * day);
  expect(errorOf(await refresh(parties, newest))).toEqual(invalidGrant);
});

it("RS-15 signs out by an ID token that has expired", async () => {
  const application = await registerApplication(product.url, { postLogoutRedirectUris: [returnTo] });
  const { visitor, tokens } = await givenSignedIn({ url: product.url, application });
  for (let n = 0; n < 3; n++) {
    product.advance(1300);
    expect(await isSignedIn(visitor)).toBe(true);
  }
  const sent = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo };
  expect(leadsTo(await logOut(visitor, sent))).toEqual([303, returnTo]);
  expect(await isSignedIn(visitor)).toBe(false);
});

it("RS-11 signs out by an ID token of a key that has left the JWKS", async () => {
  const application = await registerApplication(product.url, { postLogoutRedirectUris: [returnTo] });
  const { token } = await givenAdmin(product);
  const { visitor, tokens } = await givenSignedIn({ url: product.url, application });
  const body = { reason: "urgent" };
  expect((await call(product.url, "POST /api/admin/signing-keys/rotate", { token, body })).status).toBe(200);
  product.advance(7800);
  expect(await isSignedIn(visitor)).toBe(true);
  const { kid } = decodeProtectedHeader(tokens.id_token);
  const kids = async () => (await call(product.url, "GET /api/oauth/jwks")).body.keys.map((key: JWK) => key.kid);
  await expect.poll(kids, { timeout: 3000 }).not.toContain(kid);
  const sent = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo };
  expect(leadsTo(await logOut(visitor, sent))).toEqual([303, returnTo]);
});

it("asks a user before a sign-out at most 120 times a minute", async () => {
  const visitor = await givenVisitor(product.url);
  for (let n = 0; n < 120; n++) expect((await logOut(visitor, {})).status).toBe(200);
  expect((await logOut(visitor, {})).status).toBe(429);
  product.advance(61);
  expect((await logOut(visitor, {})).status).toBe(200);
});
