import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, requestOf, type Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { callsOf } from "./client-call-list.ts";
import { fieldsOf } from "./logout-scene.ts";
import { answerTo, push } from "./pushed-calls.ts";
import { unsignedObject } from "./request-object.ts";
import { errorOf } from "./token-calls.ts";

const product = sharedProductScene();
const otherUri = "https://app.example.com/another";
let application: RegisteredApplication;
let visitor: Visitor;

beforeAll(async () => {
  application = await newApplication(product.url, { redirectUris: [redirectUri, otherUri] });
  visitor = await givenVisitor(product.url);
});

const refusedAs = (error: string) => ({ error, error_description: expect.any(String), iss: expect.any(String) });

describe("a request object of an application that allows no unsigned one", () => {
  it("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported (query)", async () => {
    const sent = requestOf(application, { request: unsignedObject(requestOf(application, { state: "inside" })) });
    expect(answerTo(await visitor.authorize(sent))).toEqual([
      303,
      { ...refusedAs("request_not_supported"), state: "inside" },
    ]);
  });

  it("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported (form_post)", async () => {
    const inside = requestOf(application, { state: "inside", response_mode: "form_post" });
    const answer = await visitor.authorize(requestOf(application, { request: unsignedObject(inside) }));
    expect([answer.status, fieldsOf(answer.body)]).toEqual([
      200,
      { ...refusedAs("request_not_supported"), state: "inside" },
    ]);
    expect(String(answer.body)).toContain(`action="${redirectUri}"`);
  });

  it("oidcc-ensure-request-object-with-redirect-uri (query)", async () => {
    const inside = requestOf(application, { redirect_uri: otherUri });
    const outside = requestOf(application, { redirect_uri: "https://app.example.com/unregistered" });
    const answer = await visitor.authorize({ ...outside, request: unsignedObject(inside) });
    expect(answerTo(answer)).toEqual([303, { ...refusedAs("request_not_supported"), state: "a state" }]);
    expect(answer.headers.get("location")).toContain(`${otherUri}?`);
  });

  it("oidcc-ensure-request-object-with-redirect-uri (form_post)", async () => {
    const inside = requestOf(application, { redirect_uri: otherUri, response_mode: "form_post" });
    const outside = requestOf(application, { redirect_uri: "https://app.example.com/unregistered" });
    const answer = await visitor.authorize({ ...outside, request: unsignedObject(inside) });
    expect([answer.status, fieldsOf(answer.body).error]).toEqual([200, "request_not_supported"]);
    expect(String(answer.body)).toContain(`action="${otherUri}"`);
  });

  it("PR-09 refuses one that no address could carry: nested without end, or with half a character", async () => {
    // The failed calls of the other one are counted below.
    const own = await newApplication(product.url);
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    const base64url = (text: string) => Buffer.from(text).toString("base64url");
    for (const claims of [`{"a":${deep}}`, '{"state":"\\ud800"}']) {
      const request = `${base64url('{"alg":"none"}')}.${base64url(claims)}.`;
      const answer = answerTo(await visitor.authorize(requestOf(own, { request })));
      expect(answer).toEqual([303, { ...refusedAs("invalid_request_object"), state: "a state" }]);
    }
  });

  it("PR-09 leads nowhere if the address in it is not registered, and says so to the developer", async () => {
    const inside = requestOf(application, { redirect_uri: "https://evil.example/" });
    const answer = await visitor.authorize(requestOf(application, { request: unsignedObject(inside) }));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    const [newest] = await callsOf(product.url, application, 5);
    expect(newest).toMatchObject({ endpoint: "authorize", differences: [{ parameter: "redirect_uri" }] });
  });

  it("PR-09 is refused also where it is pushed, or cannot be read", async () => {
    const sent = { client_secret: application.clientSecret, client_id: application.id };
    const pushing = await push(product.url, { ...sent, request: unsignedObject(requestOf(application)) });
    expect(errorOf(pushing)).toEqual([400, "request_not_supported"]);
    for (const request of ["a.b.c", "a.b", "x", `${"A".repeat(17_000)}`, "..", "bnVsbA.bnVsbA."]) {
      expect(errorOf(await push(product.url, { ...requestOf(application), ...sent, request }))).toEqual([
        400,
        "invalid_request_object",
      ]);
    }
  });
});

describe("PR-10 an unsigned request object where its application allows it", () => {
  let allowing: RegisteredApplication;
  beforeAll(async () => {
    allowing = await newApplication(product.url, {
      allowUnsignedRequests: true,
      redirectUris: [redirectUri, otherUri],
    });
  });

  it("counts alone: nothing beside it does", async () => {
    const inside = requestOf(allowing, {
      redirect_uri: otherUri,
      state: "inside",
      scope: "openid email",
      max_age: "900",
    });
    const sent = { client_id: allowing.id, response_type: "code", state: "outside", scope: "openid", prompt: "none" };
    const request = unsignedObject({ ...inside, max_age: 900, iss: allowing.id, aud: product.url, claims: {} });
    expect((await visitor.authorize({ ...sent, request })).status).toBe(200);
    const info = (await visitor.info({ ...sent, request })).body;
    expect([info.redirectUri, info.scope, info.state]).toEqual([otherUri, "openid email", "inside"]);
    const granted = await visitor.consent(inside);
    expect(answerIn(granted.body.redirectUrl)).toMatchObject({ code: expect.any(String), state: "inside" });
  });

  it("is pushed like parameters", async () => {
    const sent = { client_id: allowing.id, client_secret: allowing.clientSecret };
    const { status, body } = await push(product.url, { ...sent, request: unsignedObject(requestOf(allowing)) });
    expect(status).toBe(201);
    expect((await visitor.authorize({ client_id: allowing.id, request_uri: body.request_uri })).status).toBe(200);
  });

  it("is refused where it is wrong in itself", async () => {
    const good = requestOf(allowing);
    const nested = unsignedObject(good);
    const past = Math.floor(Date.now() / 1000) - 61;
    const wrong: Readonly<Record<string, string>> = {
      expired: unsignedObject({ ...good, exp: past }),
      early: unsignedObject({ ...good, nbf: past + 1000 }),
      untimely: unsignedObject({ ...good, exp: "soon" }),
      signed: `${nested}c2lnbmF0dXJl`,
      "of another client": unsignedObject({ ...good, client_id: application.id }),
      "by another issuer": unsignedObject({ ...good, iss: application.id }),
      nested: unsignedObject({ ...good, request: nested }),
      "naming another": unsignedObject({ ...good, request_uri: "https://app.example.com/request" }),
      "of another type": unsignedObject({ ...good, response_type: "token" }),
    };
    for (const [what, request] of Object.entries(wrong)) {
      const [status, answer] = answerTo(await visitor.authorize({ ...good, request }));
      expect([what, status, answer]).toEqual([what, 303, { ...refusedAs("invalid_request_object"), state: "a state" }]);
    }
    expect(answerTo(await visitor.authorize({ ...good, request: nested, request_uri: "https://a.example/" }))).toEqual([
      303,
      expect.objectContaining({ error: "invalid_request_object" }),
    ]);
    expect((await visitor.authorize({ ...good, request: [nested, nested] })).status).toBe(303);
  });
});

it("fetches no request object", async () => {
  const uri = `${product.url}/request`;
  expect(answerTo(await visitor.authorize(requestOf(application, { request_uri: uri })))).toEqual([
    303,
    { ...refusedAs("request_uri_not_supported"), state: "a state" },
  ]);
  const { body } = await call(product.url, "GET /.well-known/openid-configuration");
  expect(body.request_uri_parameter_supported).toBe(false);
});
