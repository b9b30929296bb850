import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, setStatus } from "./admins.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, requestOf, type Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { exchange } from "./logout-scene.ts";
import { codes, times } from "./races.ts";
import { storedEvents } from "./stored-log.ts";
import { claimsOf } from "./token-calls.ts";

const product = sharedProductScene();
let url: string;
let application: RegisteredApplication;
beforeAll(async () => {
  url = product.url;
  application = await newApplication(url, { redirectUris: [redirectUri, `${redirectUri}2`] });
});

const post = (visitor: Visitor, said: Record<string, unknown> = {}) => {
  const { client_id, redirect_uri, scope, state } = requestOf(application);
  return visitor.call("POST /api/oauth/authorize", { client_id, redirect_uri, scope, state, ...said });
};
const authorizations = async (visitor: Visitor) =>
  (await storedEvents(product)).filter(
    ({ type, person }) => type === "AuthorizationCodeIssued" && person === visitor.person?.id,
  ).length;

it("T8 AZ-16 gives no code for a consent that differs from the request", async () => {
  const visitor = await givenVisitor(url);
  const other = await newApplication(url, { developer: application.developer });
  const nothing = await post(visitor);
  expect([nothing.status, nothing.body.code]).toEqual([400, "no_pending_request"]);
  const pkce = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" };
  await visitor.authorize(requestOf(application, { nonce: "a nonce", ...pkce }));
  const differing: Record<string, unknown>[] = [
    { client_id: other.clientId },
    { redirect_uri: `${redirectUri}2` },
    { scope: "openid profile email" },
    { scope: "openid" },
    { scope: "" },
    { state: "another state" },
    { state: null },
    { nonce: "another nonce" },
    { code_challenge: pkce.code_challenge.toLowerCase() },
    { code_challenge_method: "plain" },
    { response_mode: "form_post" },
    { unknown: "x" },
    { nonce: 1 },
  ];
  for (const said of differing) expect([said, (await post(visitor, said)).status]).toEqual([said, 400]);
  const stranger = await givenVisitor(url);
  expect((await post(stranger)).status).toBe(400);
  expect(await authorizations(visitor)).toBe(0);
  const granted = await post(visitor, { nonce: "a nonce", ...pkce });
  expect(answerIn(granted.body.redirectUrl)).toMatchObject({ code: expect.stringMatching(/^atc_/) });
  expect((await post(visitor)).status).toBe(400);
});

it("AZ-16 keeps the requests of two tabs apart, and the challenge of one that the screen names by four parameters", async () => {
  const visitor = await givenVisitor(url);
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
  await visitor.authorize(requestOf(application, { state: "one", ...pkce }));
  await visitor.authorize(requestOf(application, { state: "two" }));
  const info = await visitor.info(requestOf(application, { state: "one" }));
  expect(info.status).toBe(200);
  for (const state of ["one", "two"]) expect((await post(visitor, { state })).status).toBe(200);
  const issued = (await storedEvents(product)).filter(
    ({ type, person }) => type === "AuthorizationCodeIssued" && person === visitor.person?.id,
  );
  expect(issued.map(({ data }) => JSON.parse(data).codeChallenge)).toEqual([challenge, null]);
});

it("AZ-17 takes a consent from no other site", async () => {
  const visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  const body = JSON.stringify(requestOf(application));
  const cookie = { cookie: visitor.jar.header };
  const json = { "content-type": "application/json" };
  const send = (headers: Record<string, string>, sent = body) =>
    fetch(`${url}/api/oauth/authorize`, { method: "POST", headers: { ...cookie, ...headers }, body: sent });
  const foreign: Record<string, string>[] = [
    { ...json, origin: "https://evil.example" },
    { ...json, origin: "null" },
    { ...json, "sec-fetch-site": "cross-site" },
    { ...json, "sec-fetch-site": "same-site" },
    { "content-type": "text/plain", "sec-fetch-site": "cross-site" },
    { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
    json,
  ];
  for (const headers of foreign) expect([headers, (await send(headers)).status]).toEqual([headers, 403]);
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    expect((await send({ "content-type": type, origin: url })).status).toBe(415);
  }
  expect(await authorizations(visitor)).toBe(0);
  const { client_id, redirect_uri, scope, state } = requestOf(application);
  const own = await send({ ...json, origin: url }, JSON.stringify({ client_id, redirect_uri, scope, state }));
  expect(own.status).toBe(200);
});

it("AZ-16 grants the very request that the user saw, where another one asks for more claims", async () => {
  const visitor = await givenVisitor(url);
  const seen = requestOf(application, { nonce: "one" });
  const claims = JSON.stringify({ userinfo: { email: null, roles: null } });
  const other = requestOf(application, { nonce: "two", claims });
  for (const sent of [seen, other, seen]) await visitor.authorize(sent);
  const { authorizationId, consentScopes } = (await visitor.info(seen)).body;
  expect(consentScopes).toEqual(["openid", "profile"]);
  const unnamed = await post(visitor);
  expect([unnamed.status, unnamed.body.code]).toEqual([400, "no_pending_request"]);
  const granted = await post(visitor, { authorizationId });
  const tokens = await exchange(product, application, answerIn(granted.body.redirectUrl).code);
  expect(claimsOf(tokens.id_token).nonce).toBe("one");
  const told = await call(url, "GET /api/oauth/userinfo", { token: tokens.access_token });
  expect(told.body).not.toHaveProperty("email");
});

it("AZ-18 gives no code once the application is deleted, suspended or changed, or the user is signed out or deactivated", async () => {
  const { developer } = application;
  const { token } = developer;
  const admin = await givenAdmin(product);
  const endings: ((id: string) => Promise<{ status: number }>)[] = [
    (id) => call(url, `DELETE /api/developer/applications/${id}`, { token }),
    (id) =>
      call(url, `PUT /api/developer/applications/${id}`, {
        token,
        body: { name: "Ledgerline", redirectUris: [`${redirectUri}3`] },
      }),
    (id) => call(url, `PUT /api/admin/applications/${id}/status`, { token: admin.token, body: { isActive: false } }),
  ];
  for (const end of endings) {
    const own = await newApplication(url, { developer });
    const visitor = await givenVisitor(url);
    await visitor.authorize(requestOf(own));
    const { denyUrl } = (await visitor.info(requestOf(own))).body;
    expect((await end(own.id)).status).toBe(200);
    const late = await visitor.consent(requestOf(own));
    expect([late.status, late.body.code]).toEqual([400, "access_denied"]);
    expect((await visitor.open(denyUrl.slice(url.length))).status).toBe(400);
    expect((await visitor.authorize(requestOf(own))).status).toBe(400);
    expect(await authorizations(visitor)).toBe(0);
  }
  const signsOut = (visitor: Visitor) => visitor.call("POST /api/auth/logout");
  const isDeactivated = (visitor: Visitor) =>
    setStatus(url, { by: admin, of: { id: visitor.person?.id ?? "" } }, false);
  for (const end of [signsOut, isDeactivated]) {
    const visitor = await givenVisitor(url);
    await visitor.authorize(requestOf(application));
    expect((await end(visitor)).status).toBe(200);
    expect((await visitor.consent(requestOf(application))).status).toBe(401);
    expect(await authorizations(visitor)).toBe(0);
  }
});

it("RC-05 gives one code however often a consent is sent at once", async () => {
  const visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  const answers = await Promise.all(times(20, () => visitor.consent(requestOf(application))));
  const granted = answers.filter(({ status }) => status === 200);
  expect([granted.length, Object.keys(codes(answers)).toSorted()[0]]).toEqual([1, "200"]);
  const own = (await storedEvents(product)).filter(({ person }) => person === visitor.person?.id);
  const count = (type: string) => own.filter((event) => event.type === type).length;
  expect([count("ConsentGranted"), count("AuthorizationCodeIssued"), count("AuthorizationAnswered")]).toEqual([
    1, 1, 1,
  ]);
});

it("answers a repeated consent with the same code", async () => {
  const visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  const { client_id, redirect_uri, scope, state } = requestOf(application);
  const headers = { "Idempotency-Key": "1d1f3c52-0b6e-4a27-9c84-1e5f60718293" };
  const body = { client_id, redirect_uri, scope, state };
  const send = () => call(url, "POST /api/oauth/authorize", { token: visitor.person?.token ?? "", headers, body });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect(await authorizations(visitor)).toBe(1);
});
