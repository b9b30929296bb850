import { expect, it } from "vitest";
import { apiScene, change, givenApi, newResource, rest, scopes } from "./api-scene.ts";
import { type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { type Answered, call } from "./client.ts";
import { answer, deviceApplication, givenDevice, poll, see } from "./device-scene.ts";
import { newKey, proofBy } from "./dpop-scene.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { consentToPushed, openPushed, pushed } from "./pushed-calls.ts";
import { unsignedObject } from "./request-object.ts";
import { askToken, claimsOf } from "./token-calls.ts";

const scene = apiScene();
const [read, pay] = scopes;

it("RI-12 asks for what the user has not read before, and for nothing else again", async () => {
  const { url, product } = scene;
  const api = await givenApi(url);
  const application = await registerApplication(url);
  const visitor = await givenVisitor(url);
  const sent = (scope: string) => requestOf(application, { scope, resource: api.resource });
  /** Whether no code comes back at once. */
  const isAsked = async (said: Parameters<typeof visitor.authorize>[0]) =>
    !(await visitor.authorize(said)).headers.get("location")?.includes("code=");
  const allow = async (said: Parameters<typeof visitor.authorize>[0]) => {
    expect(await isAsked(said)).toBe(true);
    const { body } = await visitor.info(said);
    expect((await visitor.consent(said)).status).toBe(200);
    return body;
  };

  const first = await allow(sent("openid invoices:read"));
  expect(first).toMatchObject({
    scope: "openid invoices:read",
    consentScopes: ["openid"],
    api: { name: "Invoices", resource: api.resource, scopes: [{ ...read, isAllowed: false }] },
  });
  expect(await isAsked(sent("openid invoices:read"))).toBe(false);
  // A scope of this name, of no API, is none of those.
  await allow(requestOf(application, { scope: "openid invoices:pay" }));
  const more = await allow(sent("invoices:read invoices:pay"));
  expect(more.api.scopes).toEqual([
    { ...read, isAllowed: true },
    { ...pay, isAllowed: false },
  ]);
  expect(await isAsked(sent("openid invoices:pay invoices:read"))).toBe(false);
  const [connected] = (await askUntilUpToDate(() => visitor.call("GET /api/user/connected-apps"))).body;
  expect(connected.apis).toEqual([{ name: "Invoices", resource: api.resource, scopes }]);

  const described = [{ ...read, description: "Read and send your invoices" }, pay];
  expect((await change(url, api, { api: { resource: api.resource, scopes: described } })).status).toBe(200);
  expect(await isAsked(sent("openid invoices:pay"))).toBe(false);
  const anew = await allow(sent("openid invoices:read"));
  expect(anew.api.scopes).toEqual([{ ...described[0], isAllowed: false }]);
  expect(await isAsked(sent("openid invoices:read"))).toBe(false);

  // The identifier has another owner: nothing was allowed at their API.
  expect((await change(url, api, { api: null })).status).toBe(200);
  await rest(product, api);
  await givenApi(url, { name: "Others", api: { resource: api.resource, scopes: described } });
  expect((await allow(sent("openid invoices:read"))).api.name).toBe("Others");
});

it("RI-13 gives a device tokens for an API, bound to the key that it shows", async () => {
  const { url, api, parties } = scene;
  const application = await deviceApplication(url);
  const device = await givenDevice({ url, application }, "openid invoices:read", { resource: api.resource });
  const seen = await see(url, parties.user, device.user_code);
  expect(seen.body).toMatchObject({
    scope: "openid",
    api: { name: "Invoices", scopes: [{ ...read, isAllowed: false }] },
  });
  expect((await answer({ url, user: parties.user }, device)).status).toBe(200);
  const key = await newKey();
  const basic = application;
  const wrong = await poll({ url, application }, device, { basic, headers: { dpop: await proofBy(key, url) } });
  const nonce = wrong.headers.get("dpop-nonce") ?? "";
  const headers = { dpop: await proofBy(key, url, { claims: { nonce } }) };
  const { body } = await poll({ url, application }, device, { basic, headers });
  expect(body.token_type).toBe("DPoP");
  expect(claimsOf(body.access_token)).toMatchObject({
    aud: api.resource,
    scope: "invoices:read",
    cnf: { jkt: key.thumbprint },
  });
});

it("RI-13 reads the resource of a pushed request and of a request object", async () => {
  const { url, api } = scene;
  const application = await registerApplication(url);
  const allowed = { allowUnsignedRequests: true };
  expect((await change(url, application, allowed)).status).toBe(200);
  const visitor = await givenVisitor(url);
  const asked = { scope: "openid invoices:read", resource: api.resource };
  const audience = async (code: string) => {
    const sent = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
    const { body } = await askToken(url, sent, { basic: application });
    return claimsOf(body.access_token).aud;
  };
  const uri = await pushed(url, application, asked);
  await openPushed(visitor, uri, application);
  const granted = await consentToPushed(visitor, uri, application);
  expect(await audience(answerIn(granted.body.redirectUrl).code ?? "")).toBe(api.resource);
  const object = { ...requestOf(application), request: unsignedObject(requestOf(application, asked)) };
  const back = await visitor.authorize(object);
  expect(await audience(answerIn(back.headers.get("location")).code ?? "")).toBe(api.resource);
});

it("RI-18 records nothing but what the user read of an API", async () => {
  const { url, parties } = scene;
  const api = await givenApi(url);
  const application = await deviceApplication(url);
  const visitor = await givenVisitor(url);
  const sent = requestOf(application, { scope: "openid invoices:read", resource: api.resource });
  await visitor.authorize(sent);
  const { client_id, redirect_uri, scope, state } = sent;
  const allow = ({ authorizationId, api: { digest } }: Answered["body"]) =>
    visitor.call("POST /api/oauth/authorize", {
      client_id,
      redirect_uri,
      scope,
      state,
      authorizationId,
      apiDigest: digest,
    });
  const device = await givenDevice({ url, application }, "openid invoices:read", { resource: api.resource });
  const answerAs = ({ request, api: { digest } }: Answered["body"]) => {
    const body = { userCode: device.user_code, request, outcome: "granted", apiDigest: digest };
    return call(url, "POST /api/oauth/device", { token: parties.user.token, body });
  };
  const [before, beforeOnDevice] = [
    (await visitor.info(sent)).body,
    (await see(url, parties.user, device.user_code)).body,
  ];

  const described = [{ ...read, description: "Empty your account" }, pay];
  expect((await change(url, api, { api: { resource: api.resource, scopes: described } })).status).toBe(200);
  for (const refused of [await allow(before), await answerAs(beforeOnDevice)]) {
    expect([refused.status, refused.body.code]).toEqual([409, "api_changed"]);
  }
  expect((await askUntilUpToDate(() => visitor.call("GET /api/user/connected-apps"))).body).toEqual([]);
  const after = (await visitor.info(sent)).body;
  expect([after.authorizationId, after.api.scopes[0].description]).toEqual([
    before.authorizationId,
    "Empty your account",
  ]);
  expect((await allow(after)).status).toBe(200);
  expect((await answerAs((await see(url, parties.user, device.user_code)).body)).status).toBe(200);
});

it("RI-15 gives an identifier to one of many who claim it at once", async () => {
  const { url } = scene;
  const resource = newResource();
  const first = await registerApplication(url);
  const all = [first];
  for (let more = 0; more < 7; more++) all.push(await registerApplication(url, { developer: first.developer }));
  const claim = (application: RegisteredApplication) => change(url, application, { api: { resource, scopes } });
  const answers = await Promise.all(all.map(claim));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200 || status === 400)).toHaveLength(all.length);
  const having = async () => {
    const { body } = await call(url, "GET /api/developer/applications", { token: first.developer.token });
    return body.applications?.filter(({ api }: RegisteredApplication) => api !== null).length;
  };
  await expect.poll(having).toBe(1);
});
