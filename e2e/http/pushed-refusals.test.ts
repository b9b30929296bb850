import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { givenVisitor, newApplication, requestOf } from "./authorizations.ts";
import { call } from "./client.ts";
import { callsOf } from "./client-call-list.ts";
import { answerTo, consentToPushed, openPushed, push, pushed } from "./pushed-calls.ts";
import { basicHeader, errorOf } from "./token-calls.ts";

const product = sharedProductScene();
let application: RegisteredApplication;

beforeAll(async () => {
  application = await newApplication(product.url);
});

it("PR-04 shows a page for a request_uri of another application, an altered one, and an invented one", async () => {
  const visitor = await givenVisitor(product.url);
  const other = await newApplication(product.url);
  const uri = await pushed(product.url, application);
  const altered = `${uri.slice(0, -2)}${uri.endsWith("AA") ? "BB" : "AA"}`;
  const prefix = "urn:ietf:params:oauth:request_uri:";
  for (const [requestUri, client] of [
    [uri, other],
    [altered, application],
    [`${prefix}6esc_11ACC5bwc014ltc14eY22c`, application],
    [prefix, application],
    [`${prefix}${"A".repeat(6000)}`, application],
  ] as const) {
    const answer = await openPushed(visitor, requestUri, client);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(String(answer.body)).toContain("request_uri is none that this service gave");
  }
  const calls = await callsOf(product.url, other, 1);
  expect(calls[0]).toMatchObject({ endpoint: "authorize", error: "invalid_request_uri" });
});

it("PR-05 refuses what the authorization endpoint would, and lists it under the last requests", async () => {
  const own = await newApplication(product.url);
  const { url } = product;
  const asOwn = { basic: own };
  const refused = async (said: Parameters<typeof requestOf>[1]) =>
    errorOf(await push(url, requestOf(own, said), asOwn));
  expect(await refused({ redirect_uri: "https://app.example.com/other" })).toEqual([400, "invalid_request"]);
  expect(await refused({ redirect_uri: null })).toEqual([400, "invalid_request"]);
  expect(await refused({ response_type: "token" })).toEqual([400, "unsupported_response_type"]);
  expect(await refused({ scope: "a\nb" })).toEqual([400, "invalid_scope"]);
  expect(await refused({ code_challenge_method: "plain", code_challenge: "c" })).toEqual([400, "invalid_request"]);
  expect(await refused({ state: ["a", "b"] })).toEqual([400, "invalid_request"]);
  expect(await refused({ prompt: "none login" })).toEqual([400, "invalid_request"]);
  expect(await refused({ registration: "{}" })).toEqual([400, "registration_not_supported"]);
  expect(await refused({ request_uri: await pushed(url, own) })).toEqual([400, "invalid_request"]);
  expect(await refused({ request_uri: "https://app.example.com/request" })).toEqual([400, "invalid_request"]);
  expect(await refused({ state: "s".repeat(4000) })).toEqual([413, "invalid_request"]);
  const calls = await callsOf(url, own, 10);
  expect(new Set(calls.map(({ endpoint }) => endpoint))).toEqual(new Set(["par"]));
  expect(calls.at(-1)).toMatchObject({
    error: "invalid_request",
    differences: [{ parameter: "redirect_uri", expected: redirectUri, received: "https://app.example.com/other" }],
  });
});

it("PR-06 takes only who proves that it is the application", async () => {
  const { url } = product;
  const own = await newApplication(url);
  const [sent, other] = [requestOf(own), await registerApplication(url)];
  const wrong = { clientId: own.id, clientSecret: other.clientSecret };
  for (const answer of [
    await push(url, sent),
    await push(url, sent, { basic: wrong }),
    await push(url, requestOf(own, { client_id: null })),
    await push(url, { ...sent, client_secret: other.clientSecret ?? "" }),
  ]) {
    expect(errorOf(answer)).toEqual([401, "invalid_client"]);
    expect(answer.headers.get("www-authenticate")).toContain("Basic");
  }
  expect(errorOf(await push(url, requestOf(other), { basic: own }))).toEqual([400, "invalid_request"]);
  const refused = await callsOf(url, own, 3);
  expect(new Set(refused.map(({ endpoint }) => endpoint))).toEqual(new Set(["par"]));
  expect(errorOf(await push(url, requestOf(own, { client_id: [own.id, own.id] })))).toEqual([400, "invalid_request"]);
  const noForm = { headers: { authorization: basicHeader({ clientId: own.id, clientSecret: own.clientSecret }) } };
  const text = await call(url, "POST /api/oauth/par", { ...noForm, body: "not a form" });
  expect(errorOf(text)).toEqual([400, "invalid_request"]);
});

it("PR-07 refuses requests that were not pushed, of an application that has to push them", async () => {
  const { url } = product;
  const strict = await newApplication(url, { requirePushedRequests: true });
  const visitor = await givenVisitor(url);
  expect(answerTo(await visitor.authorize(requestOf(strict, { response_mode: "query" })))).toEqual([
    303,
    expect.objectContaining({ error: "invalid_request", state: "a state" }),
  ]);
  expect((await visitor.info(requestOf(strict))).status).toBe(400);
  const uri = await pushed(url, strict);
  expect((await openPushed(visitor, uri, strict)).status).toBe(200);
  expect((await consentToPushed(visitor, uri, strict)).status).toBe(200);
});
