import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, queryOf, requestOf, Visitor } from "./authorizations.ts";
import type { Answered } from "./client.ts";
import { storedEvents } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
let application: RegisteredApplication;
let visitor: Visitor;
beforeAll(async () => {
  url = product.url;
  application = await newApplication(url, { redirectUris: [redirectUri, `${redirectUri}?tenant=a+b`] });
  visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  await visitor.consent(requestOf(application));
});

const code = expect.stringMatching(/^atc_/);
const refused = (error: string, said: object = {}) => ({
  error,
  error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/),
  state: "a state",
  iss: url,
  ...said,
});

/** What the application gets: nothing but a redirect with 303 counts. */
const answerTo = ({ status, headers }: Answered) => {
  const location = headers.get("location") ?? "";
  expect([status, location.startsWith(`${redirectUri}?`)]).toEqual([303, true]);
  return answerIn(location);
};

const expectPage = ({ status, headers, body }: Answered, sent: unknown) => {
  expect([sent, status, headers.get("content-type")]).toEqual([sent, 400, "text/html; charset=utf-8"]);
  expect([sent, headers.has("location"), headers.has("refresh")]).toEqual([sent, false, false]);
  expect(body).toContain("<h1>Invalid Request</h1>");
  expect(body).not.toMatch(/<form|<button|Deny|Authorize|atc_/);
};

it("AZ-01 shows a page for a client that is unknown, missing or sent twice, and sends nothing anywhere", async () => {
  const { id } = application;
  const ids = [null, "", randomUUID(), "x", id.toUpperCase(), `${id}\u0000`, [id, id], [id, randomUUID()], `${id} `];
  for (const client_id of ids) expectPage(await visitor.authorize(requestOf(application, { client_id })), client_id);
  for (const name of ["client_id[]", "client_id[$ne]", "client_id.x", "__proto__"]) {
    expectPage(await visitor.authorize(requestOf(application, { client_id: null, [name]: id })), name);
  }
  expectPage(await visitor.open("/oauth/authorize"), "nothing");
});

it("AZ-02 AZ-03 AZ-04 shows a page for a redirect URI that is missing or not registered", async () => {
  const uris = [
    ...[
      null,
      "",
      `${redirectUri}/`,
      `${redirectUri}?`,
      `${redirectUri}?x=1`,
      `${redirectUri}#`,
      `${redirectUri}\u0000`,
    ],
    ...[
      "https://app.example.com:443/callback",
      "https://APP.example.com/callback",
      "https://app.example.com/x/../callback",
    ],
    ...[
      "https://app.example.com@evil.example/callback",
      "https://app.example.com.evil/callback",
      "javascript:alert(1)",
    ],
    ...[`${redirectUri}?tenant=a%20b`, `${redirectUri}?tenant=a b`, "https://evil.example", "//evil.example/callback"],
    ...[
      `${redirectUri}\r\nSet-Cookie: a=b`,
      "http://app.example.com/callback",
      "https://app.example.com:8443/callback",
    ],
  ];
  for (const redirect_uri of uris) {
    const sent = requestOf(application, { redirect_uri });
    expectPage(await visitor.authorize(sent), redirect_uri);
    const info = await visitor.info(sent);
    expect([redirect_uri, info.status]).toEqual([redirect_uri, 400]);
    expect(JSON.stringify(info.body)).not.toContain("denyUrl");
  }
  expectPage(await visitor.authorize(requestOf(application, { redirect_uri: [redirectUri, redirectUri] })), "twice");
  const plus = await visitor.open(`/oauth/authorize?${queryOf(requestOf(application))}&redirect_uri=%`);
  expectPage(plus, "undecodable");
  const exact = requestOf(application, { redirect_uri: `${redirectUri}?tenant=a+b` });
  expect(answerTo(await visitor.authorize(exact))).toMatchObject({ code, tenant: "a b" });
});

it("AZ-05 AZ-11 answers other response types by an error in the query", async () => {
  for (const response_type of ["token", "id_token", "code token"]) {
    const answer = answerTo(await visitor.authorize(requestOf(application, { response_type })));
    expect([response_type, answer]).toEqual([response_type, refused("unsupported_response_type")]);
  }
  for (const response_type of [null, ["code", "code"]]) {
    const answer = answerTo(await visitor.authorize(requestOf(application, { response_type })));
    expect([response_type, answer]).toEqual([response_type, refused("invalid_request")]);
  }
});

it("AZ-07 answers a parameter that is sent twice by an error, and a state that is sent twice by none", async () => {
  for (const name of ["scope", "nonce", "prompt", "unknown"]) {
    const answer = answerTo(await visitor.authorize(requestOf(application, { [name]: ["a", "b"] })));
    expect([name, answer]).toEqual([name, refused("invalid_request")]);
  }
  const answer = answerTo(await visitor.authorize(requestOf(application, { state: ["a", "b"] })));
  expect(answer).toEqual({ error: "invalid_request", error_description: expect.any(String), iss: url });
});

it("AZ-06 AZ-08 AZ-09 AZ-13 AZ-15 IN-06 answers what breaks a rule by an error in the query", async () => {
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const cases: [string, Record<string, string>][] = [
    ["invalid_scope", { scope: "a\r\nLocation: https://evil.example" }],
    ["invalid_scope", { scope: "x".repeat(10_000) }],
    ["invalid_request", { code_challenge: challenge, code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge: challenge }],
    ["invalid_request", { max_age: "-1" }],
    ["invalid_request", { max_age: `1${"0".repeat(30)}` }],
    ["invalid_request", { state: "x".repeat(4097) }],
    ["request_not_supported", { request: "eyJhbGciOiJub25lIn0.e30." }],
    ["request_uri_not_supported", { request_uri: `${url}/health/live` }],
  ];
  for (const [error, said] of cases) {
    const sent = requestOf(application, said);
    const state = said.state ?? "a state";
    expect([said, answerTo(await visitor.authorize(sent))]).toEqual([said, refused(error, { state })]);
    const info = await visitor.info(sent);
    expect([said, info.status, info.body.code]).toEqual([said, 400, error]);
  }
  const open = await newApplication(url, { type: "public", developer: application.developer });
  expect(answerTo(await visitor.authorize(requestOf(open)))).toEqual(refused("invalid_request"));
});

it("AZ-10 returns the state exactly", async () => {
  const states = [`"'<>&redirect_uri=x=y#z`, "\r\nSet-Cookie: a=b", "ä😀 +%20%", "x".repeat(2000), "~-._"];
  for (const state of states) {
    const answer = answerTo(await visitor.authorize(requestOf(application, { state })));
    expect(answer).toEqual({ code, state, iss: url });
  }
});

it("AZ-12 answers prompt=none without a page", async () => {
  const silent = (said = {}) => requestOf(application, { prompt: "none", ...said });
  const stranger = await givenVisitor(url);
  expect(answerTo(await visitor.authorize(silent()))).toEqual({ code, state: "a state", iss: url });
  expect(answerTo(await new Visitor(url).authorize(silent()))).toEqual(refused("login_required"));
  expect(answerTo(await stranger.authorize(silent()))).toEqual(refused("consent_required"));
  expect(answerTo(await visitor.authorize(silent({ scope: "openid email" })))).toEqual(refused("consent_required"));
  expect(answerTo(await visitor.authorize(silent({ max_age: "0" })))).toEqual(refused("login_required"));
  for (const prompt of ["none login", "unknown"]) {
    expect(answerTo(await visitor.authorize(silent({ prompt })))).toEqual(refused("invalid_request"));
  }
  const hint = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString("base64url")}.x`;
  const own = visitor.person?.id ?? "";
  expect(answerTo(await visitor.authorize(silent({ id_token_hint: hint(own) })))).toMatchObject({ code });
  const others = await visitor.authorize(silent({ id_token_hint: hint(randomUUID()) }));
  expect(answerTo(others)).toEqual(refused("login_required"));
});

it("AZ-14 makes no error of parameters that it does not use", async () => {
  for (const name of ["display", "ui_locales", "claims_locales", "acr_values", "login_hint", "id_token_hint", "foo"]) {
    const answer = answerTo(await visitor.authorize(requestOf(application, { [name]: "page x" })));
    expect([name, answer]).toMatchObject([name, { code }]);
  }
});

it("AZ-19 refuses the info call of a visitor who is not signed in, and serves the web app at the page", async () => {
  const nobody = new Visitor(url);
  expect((await nobody.info(requestOf(application))).status).toBe(401);
  expect((await nobody.call("GET /api/oauth/session-request")).status).toBe(401);
  const page = await nobody.authorize(requestOf(application));
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const [cookie = ""] = page.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-authorization-seen=[^;]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=1800$/);
});

it("records no event for what is refused before anyone is asked", async () => {
  const before = (await storedEvents(product)).length;
  await visitor.authorize(requestOf(application, { redirect_uri: "https://evil.example" }));
  await visitor.authorize(requestOf(application, { response_type: "token" }));
  await new Visitor(url).authorize(requestOf(application));
  const types = (await storedEvents(product)).slice(before).map(({ type }) => type);
  expect(types.filter((type) => type.startsWith("Authorization"))).toEqual([]);
});

it("FE-07 lets no page of another origin read its answer", async () => {
  for (const origin of ["https://evil.example", "null", `${url}.evil.example`]) {
    const path = `/oauth/authorize?${queryOf(requestOf(application))}`;
    const { headers } = await visitor.open(path, { origin, "sec-fetch-mode": "cors" });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});
