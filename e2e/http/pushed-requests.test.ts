import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, requestOf, Visitor } from "./authorizations.ts";
import { call, givenSignedInUser } from "./client.ts";
import { answerTo, consentToPushed, openPushed, push, pushed } from "./pushed-calls.ts";
import { askToken } from "./token-calls.ts";

const product = sharedProductScene();
let application: RegisteredApplication;

beforeAll(async () => {
  application = await newApplication(product.url);
});

describe("PR-01 a pushed request", () => {
  it("gives a code for what was pushed, whatever the address says beside it", async () => {
    const visitor = await givenVisitor(product.url);
    const answer = await push(product.url, requestOf(application, { nonce: "n" }), { basic: application });
    expect([answer.status, answer.headers.get("cache-control"), answer.body]).toEqual([
      201,
      "no-store",
      { request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{43,}$/), expires_in: 90 },
    ]);
    const requestUri = answer.body.request_uri;
    const said = { client_id: application.id, request_uri: requestUri, scope: "openid email", state: "another" };
    expect((await visitor.authorize(said)).status).toBe(200);
    const info = (await visitor.info(said)).body;
    expect([info.scope, info.state, info.redirectUri]).toEqual(["openid profile", "a state", redirectUri]);
    const { redirectUrl } = (await consentToPushed(visitor, requestUri, application)).body;
    const { code = "", state } = answerIn(redirectUrl);
    expect(state).toBe("a state");
    const exchange = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
    const given = await askToken(product.url, exchange, { basic: application });
    expect([given.status, given.body.scope]).toEqual([200, "openid profile"]);
  });

  it("takes a public application, and one that sends its secret in the form", async () => {
    const verifier = "v".repeat(43);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
    const device = await newApplication(product.url, { type: "public" });
    expect((await push(product.url, requestOf(device, pkce))).status).toBe(201);
    const sent = requestOf(application, { client_secret: application.clientSecret });
    expect((await push(product.url, sent)).status).toBe(201);
  });

  it("carries nothing that can be read, and nothing of the secret", async () => {
    const uri = await pushed(product.url, application, { login_hint: "ada@example.com" });
    const bytes = Buffer.from(uri.split(":").at(-1) ?? "", "base64url");
    for (const text of ["ada@example.com", application.clientSecret ?? "", redirectUri]) {
      expect(bytes.includes(text)).toBe(false);
    }
  });

  it("is announced in discovery, and required only where an application chose it", async () => {
    const { body } = await call(product.url, "GET /.well-known/openid-configuration");
    expect(body).toMatchObject({
      pushed_authorization_request_endpoint: `${body.issuer}/api/oauth/par`,
      require_pushed_authorization_requests: false,
    });
  });
});

describe("PR-02 a request_uri counts once", () => {
  it("in every browser, also where it is opened in many at once", async () => {
    const trusting = await givenVisitor(product.url);
    await trusting.authorize(requestOf(application));
    await trusting.consent(requestOf(application));
    const uri = await pushed(product.url, application);
    const answers = await Promise.all(Array.from({ length: 8 }, () => openPushed(trusting, uri, application)));
    expect(answers.filter(({ headers }) => answerIn(headers.get("location")).code !== undefined)).toHaveLength(1);
    const stranger = await givenVisitor(product.url);
    expect(answerTo(await openPushed(stranger, uri, application))).toEqual([
      303,
      expect.objectContaining({ error: "invalid_request_uri", state: "a state" }),
    ]);
  });

  it("where two users were asked, and the second answers later", async () => {
    const [first, second] = [await givenVisitor(product.url), await givenVisitor(product.url)];
    const uri = await pushed(product.url, application);
    await openPushed(first, uri, application);
    await openPushed(second, uri, application);
    const sent = requestOf(application);
    expect((await first.consent(sent)).status).toBe(200);
    const late = await second.consent(sent);
    expect([late.status, late.body.code]).toEqual([400, "no_pending_request"]);
  });

  it("also where its user refused", async () => {
    const visitor = await givenVisitor(product.url);
    const uri = await pushed(product.url, application);
    await openPushed(visitor, uri, application);
    const { denyUrl } = (await visitor.info({ client_id: application.id, request_uri: uri })).body;
    const denied = await visitor.open(new URL(denyUrl).pathname + new URL(denyUrl).search);
    expect(answerTo(denied)).toEqual([303, expect.objectContaining({ error: "access_denied" })]);
    expect(answerTo(await openPushed(visitor, uri, application))).toEqual([
      303,
      expect.objectContaining({ error: "invalid_request_uri" }),
    ]);
  });
});

it("PR-03 waits while its user signs in first, and leads to the registration where it asks for one", async () => {
  const visitor = new Visitor(product.url);
  const uri = await pushed(product.url, application, { prompt: "login" });
  expect((await openPushed(visitor, uri, application)).status).toBe(200);
  await visitor.signIn(await givenSignedInUser(product.url));
  expect((await openPushed(visitor, uri, application)).status).toBe(200);
  expect((await visitor.info({ client_id: application.id, request_uri: uri })).body.loginRequired).toBe(false);
  expect((await consentToPushed(visitor, uri, application)).status).toBe(200);
  const other = new Visitor(product.url);
  const creating = await pushed(product.url, application, { prompt: "create" });
  const answer = await openPushed(other, creating, application);
  const location = new URL(answer.headers.get("location") ?? "", product.url);
  expect([answer.status, location.pathname]).toEqual([303, "/register"]);
  const back = new URL(location.searchParams.get("redirect") ?? "", product.url);
  expect([back.pathname, back.searchParams.get("request_uri")]).toEqual(["/oauth/authorize", creating]);
});

it("PR-03 fills in the address that it expects, and leads back", async () => {
  const uri = await pushed(product.url, application, { login_hint: "ada@example.com" });
  const answer = await openPushed(new Visitor(product.url), uri, application);
  const location = new URL(answer.headers.get("location") ?? "", product.url);
  expect([answer.status, location.pathname, location.searchParams.get("login_hint")]).toEqual([
    303,
    "/login",
    "ada@example.com",
  ]);
  const back = new URL(location.searchParams.get("redirect") ?? "", product.url);
  expect([back.pathname, Object.fromEntries(back.searchParams)]).toEqual([
    "/oauth/authorize",
    { client_id: application.id, request_uri: uri },
  ]);
});
