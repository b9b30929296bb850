import { createHmac } from "node:crypto";
import { applicationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { apiScene, change, givenApi, introspect, newResource, rest, scopes } from "./api-scene.ts";
import { type RegisteredApplication, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { call } from "./client.ts";
import { callsOf } from "./client-call-list.ts";
import { askDevice, deviceApplication } from "./device-scene.ts";
import { exchange, givenCode, givenTokens, newVerifier, refresh } from "./grants.ts";
import { push } from "./pushed-calls.ts";
import { unsignedObject } from "./request-object.ts";
import { askToken, errorOf } from "./token-calls.ts";

const scene = apiScene();
const invalidTarget = [400, "invalid_target"];

/** A resource, scopes and the error that they are refused with. */
const wrong = ({ resource }: { resource: string }): [string, Record<string, string>, string][] => [
  ["unknown", { resource: newResource() }, "invalid_target"],
  ["no address", { resource: "invoices" }, "invalid_target"],
  ["with a fragment", { resource: `${resource}#part` }, "invalid_target"],
  ["with a query of its own", { resource: `${resource}?x` }, "invalid_target"],
  ["a list", { resource: JSON.stringify([resource, resource]) }, "invalid_target"],
  ["with a blank before it", { resource: ` ${resource}` }, "invalid_target"],
  ["with a line break", { resource: `${resource}\n` }, "invalid_target"],
  ["with a tab", { resource: resource.replace("https", "ht\ttps") }, "invalid_target"],
  ["without slashes", { resource: resource.replace("//", "") }, "invalid_target"],
  ["with a slash too many", { resource: resource.replace("//", "///") }, "invalid_target"],
  ["with backslashes", { resource: resource.replace("//", "\\\\") }, "invalid_target"],
  ["oversized", { resource: `${resource}/${"a".repeat(2048)}` }, "invalid_target"],
  ["a scope that the API does not have", { resource, scope: "openid invoices:burn" }, "invalid_scope"],
];

it("RI-07 refuses a resource that is none, wherever it is asked for", async () => {
  const { url, api } = scene;
  const application = await deviceApplication(url, { allowDeviceFlow: true });
  const visitor = await givenVisitor(url);
  const errorAt = async (sent: Parameters<typeof visitor.authorize>[0]) =>
    answerIn((await visitor.authorize(sent)).headers.get("location")).error;
  const basic = application;
  for (const [label, said, error] of wrong(api)) {
    const asked = { scope: "openid", ...said };
    expect([label, await errorAt(requestOf(application, asked))]).toEqual([label, error]);
    expect([label, errorOf(await push(url, requestOf(application, asked), { basic }))]).toEqual([label, [400, error]]);
    expect([label, errorOf(await askDevice(url, asked, { basic }))]).toEqual([label, [400, error]]);
    const own = { grant_type: "client_credentials", ...said };
    expect([label, errorOf(await askToken(url, own, { basic: api }))]).toEqual([label, [400, error]]);
  }
  const twice = { resource: [api.resource, api.resource] };
  expect(await errorAt(requestOf(application, twice))).toBe("invalid_request");
  expect(errorOf(await push(url, requestOf(application, twice), { basic }))).toEqual([400, "invalid_request"]);
  const pairs = [["resource", api.resource] as const, ["resource", api.resource] as const];
  expect(errorOf(await askDevice(url, pairs, { basic }))).toEqual([400, "invalid_request"]);
  const own = [["grant_type", "client_credentials"] as const, ...pairs];
  expect(errorOf(await askToken(url, own, { basic: api }))).toEqual([400, "invalid_request"]);
});

it("RI-07 reads the resource of a request object, and names the own API's scope that came without one", async () => {
  const { url, api } = scene;
  const visitor = await givenVisitor(url);
  const errorAt = async (application: RegisteredApplication, sent: object) => {
    const answer = await visitor.authorize({ ...requestOf(application), ...sent });
    return answerIn(answer.headers.get("location"));
  };
  const application = await registerApplication(url);
  const body = { name: application.name, redirectUris: application.redirectUris, allowUnsignedRequests: true };
  const path = `PUT /api/developer/applications/${application.id}`;
  expect((await call(url, path, { token: application.developer.token, body })).status).toBe(200);
  const inside = requestOf(application, { resource: newResource() });
  expect((await errorAt(application, { request: unsignedObject(inside) })).error).toBe("invalid_target");
  const listed = { ...requestOf(application), resource: [api.resource, newResource()] };
  expect((await errorAt(application, { request: unsignedObject(listed) })).error).toBe("invalid_request");
  const own = await errorAt(api, { scope: "openid invoices:read" });
  expect([own.error, own.error_description]).toEqual(["invalid_scope", expect.stringContaining("invoices:read")]);
});

it("RI-08 gives no tokens for an API that is gone, and goes on when it is back", async () => {
  const { url, parties, product } = scene;
  const api = await givenApi(url);
  const asking = { scope: "openid offline_access invoices:read invoices:pay", resource: api.resource };
  const tokens = await givenTokens(parties, asking);
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier, ...asking });
  const active = async (by: RegisteredApplication) => (await introspect(url, tokens.access_token, by)).body.active;

  // Only one scope is left, and it is described in other words.
  const [, pay] = scopes;
  const kept = [{ name: pay?.name, description: "Pay your invoices at once" }];
  expect((await change(url, api, { api: { resource: api.resource, scopes: kept } })).status).toBe(200);
  const narrower = await refresh(parties, tokens);
  expect([narrower.status, narrower.body.scope]).toEqual([200, "openid offline_access invoices:pay"]);
  expect(await active(api)).toBe(true);

  expect((await change(url, api, { api: null })).status).toBe(200);
  expect(errorOf(await refresh(parties, narrower.body))).toEqual(invalidTarget);
  expect(errorOf(await exchange(parties, { code, code_verifier: verifier }))).toEqual(invalidTarget);
  expect([await active(api), await active(parties.application)]).toEqual([false, false]);
  // Its identifier goes to another one, which gets nothing of what was allowed at the former.
  await rest(product, api);
  const other = await givenApi(url, { api: { resource: api.resource, scopes } });
  expect(errorOf(await refresh(parties, narrower.body))).toEqual(invalidTarget);
  expect([await active(other), await active(api)]).toEqual([false, false]);

  expect((await change(url, other, { api: null })).status).toBe(200);
  await rest(product, other);
  expect((await change(url, api, { api: { resource: api.resource, scopes } })).status).toBe(200);
  expect((await refresh(parties, narrower.body)).status).toBe(200);
});

it("RI-08 gives none for the API of an application that is suspended", async () => {
  const { url, parties, product } = scene;
  const api = await givenApi(url);
  const asking = { scope: "openid offline_access", resource: api.resource };
  const tokens = await givenTokens(parties, asking);
  const named = { applicationId: api.id, name: api.name };
  await product.happened(applicationStream(api.id), { type: "ApplicationSuspended", data: named });
  const visitor = await givenVisitor(url);
  const refused = await visitor.authorize(requestOf(parties.application, asking));
  expect(answerIn(refused.headers.get("location")).error).toBe("invalid_target");
  expect(errorOf(await refresh(parties, tokens))).toEqual(invalidTarget);
  await product.happened(applicationStream(api.id), { type: "ApplicationActivated", data: named });
  expect((await refresh(parties, tokens)).status).toBe(200);
});

it("RI-08 ends with the application that has the API", async () => {
  const { url, parties } = scene;
  const api = await givenApi(url);
  const tokens = await givenTokens(parties, { scope: "openid offline_access", resource: api.resource });
  const deleted = await call(url, `DELETE /api/developer/applications/${api.id}`, { token: api.developer.token });
  expect(deleted.status).toBe(200);
  expect(errorOf(await refresh(parties, tokens))).toEqual(invalidTarget);
  expect((await introspect(url, tokens.access_token, parties.application)).body.active).toBe(false);
});

it("RI-09 calls no token active that was altered, or signed in another way", async () => {
  const { url, parties, api } = scene;
  const { access_token: token } = await givenTokens(parties, { scope: "openid invoices:read", resource: api.resource });
  const [head = "", payload = "", signature = ""] = token.split(".");
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const decoded = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const { body: jwks } = await call(url, "GET /api/oauth/jwks");
  const { kid } = decoded(head);
  const hs256 = `${encoded({ alg: "HS256", typ: "at+jwt", kid })}.${payload}`;
  const publicKey = JSON.stringify(jwks.keys.find((key: { kid: string }) => key.kid === kid));
  const other = await givenApi(url);
  const forged = [
    `${encoded({ alg: "none", typ: "at+jwt", kid })}.${payload}.`,
    `${hs256}.${createHmac("sha256", publicKey).update(hs256).digest("base64url")}`,
    `${head}.${encoded({ ...decoded(payload), api: other.id, aud: other.resource })}.${signature}`,
    `${head}.${encoded({ ...decoded(payload), exp: 4_102_444_800 })}.${signature}`,
  ];
  for (const each of forged) {
    expect([each, (await introspect(url, each, api)).body]).toEqual([each, { active: false }]);
    expect((await introspect(url, each, other)).body).toEqual({ active: false });
  }
  expect((await introspect(url, token, api)).body.active).toBe(true);
});

it("RI-10 shows the owner of an application which resource it sent instead of the granted one", async () => {
  const { url, api } = scene;
  const application = await registerApplication(url);
  const parties = { ...scene.parties, application };
  const other = newResource();
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier, resource: api.resource, scope: "openid" });
  await exchange(parties, { code, code_verifier: verifier, resource: other });
  const [failed] = await callsOf(url, application, 1);
  expect(failed).toMatchObject({
    endpoint: "token",
    error: "invalid_target",
    differences: [{ parameter: "resource", expected: api.resource, received: other }],
  });
});

it("RI-11 refuses settings that make no usable API", async () => {
  const { url } = scene;
  const application = await registerApplication(url);
  const [read] = scopes;
  const faulty: [object, string][] = [
    [{ resource: "http://api.example.com", scopes }, "api.resource"],
    [{ resource: "https://api.example.com/#part", scopes }, "api.resource"],
    [{ resource: "urn:example:api", scopes }, "api.resource"],
    [{ resource: " ", scopes }, "api.resource"],
    [{ resource: `https://api.example.com/${"a".repeat(2048)}`, scopes }, "api.resource"],
    [{ resource: newResource(), scopes: [] }, "api.scopes"],
    [
      { resource: newResource(), scopes: Array.from({ length: 21 }, (_, at) => ({ ...read, name: `s${at}` })) },
      "api.scopes",
    ],
    [{ resource: newResource(), scopes: [read, read] }, "api.scopes"],
    [{ resource: newResource(), scopes: [{ ...read, name: "openid" }] }, "api.scopes.0.name"],
    [{ resource: newResource(), scopes: [{ ...read, name: 'two "words"' }] }, "api.scopes.0.name"],
    [{ resource: newResource(), scopes: [{ ...read, description: " \u200b " }] }, "api.scopes.0.description"],
  ];
  for (const [api, field] of faulty) {
    const { status, body } = await change(url, application, { api });
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  }
});
