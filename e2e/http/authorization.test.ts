import * as oauth from "oauth4webapi";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, requestOf, Visitor } from "./authorizations.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

const code = expect.stringMatching(/^atc_[0-9a-f-]{36}_[A-Za-z0-9_-]{43}$/);

it("AZ-19 gives a code after consent, and remembers the consent", async () => {
  const application = await newApplication(url, { description: "Books", logoUrl: "https://logo.example.com/l.png" });
  const visitor = await givenVisitor(url);
  const sent = requestOf(application);
  const opened = await visitor.authorize(sent);
  expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const info = await visitor.info(sent);
  expect([info.status, info.body]).toEqual([
    200,
    {
      authorizationId: expect.any(String),
      application: {
        name: "Ledgerline",
        description: "Books",
        logoUrl: "https://logo.example.com/l.png",
        registeredAt: expect.any(String),
      },
      scope: "openid profile",
      grantedScopes: [],
      grantedAt: null,
      redirectUri,
      state: "a state",
      consentScopes: ["openid", "profile"],
      api: null,
      loginRequired: false,
      missingMethods: null,
      clientHost: null,
      onlyOnDevice: false,
      anotherAccount: false,
      denyUrl: expect.stringContaining(`${url}/oauth/deny?request=`),
    },
  ]);
  const waiting = {
    client_id: application.id,
    redirect_uri: redirectUri,
    scope: "openid profile",
    response_type: "code",
    state: "a state",
  };
  expect(await visitor.call("GET /api/oauth/session-request")).toMatchObject({ status: 200, body: waiting });
  const granted = await visitor.consent(sent);
  expect(granted.status).toBe(200);
  expect(granted.body.redirectUrl.startsWith(`${redirectUri}?code=`)).toBe(true);
  expect(answerIn(granted.body.redirectUrl)).toEqual({ code, state: "a state", iss: url });
  expect(await visitor.call("GET /api/oauth/session-request")).toMatchObject({
    status: 404,
    body: { code: "no_pending_request" },
  });

  const silent = await visitor.authorize(requestOf(application, { state: "another", scope: "profile" }));
  expect(silent.status).toBe(303);
  expect(answerIn(silent.headers.get("location"))).toEqual({ code, state: "another", iss: url });
  expect(answerIn(silent.headers.get("location")).code).not.toBe(answerIn(granted.body.redirectUrl).code);
  const more = await visitor.authorize(requestOf(application, { scope: "profile email" }));
  expect(more.status).toBe(200);
  const known = await visitor.info(requestOf(application, { scope: "profile email" }));
  expect(known.body).toMatchObject({ grantedScopes: ["openid", "profile"], grantedAt: expect.any(String) });
});

it("AZ-21 sends a code with no referrer and for no cache, and lets no other origin read the endpoint", async () => {
  const application = await newApplication(url);
  const visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  await visitor.consent(requestOf(application));
  const { headers } = await visitor.authorize(requestOf(application));
  expect(answerIn(headers.get("location"))).toMatchObject({ code });
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBe("no-store");
  for (const path of ["/oauth/authorize?x=1", "/api/oauth/authorize?x=1"]) {
    const answer = await fetch(url + path, { headers: { Origin: "https://app.example" } });
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  }
});

it("T9 leads back with access_denied from a page of ours, once and again", async () => {
  const application = await newApplication(url);
  const visitor = await givenVisitor(url);
  const sent = requestOf(application);
  const { denyUrl } = (await visitor.info(sent)).body;
  const stranger = await givenVisitor(url);
  const path = denyUrl.slice(url.length);
  expect((await stranger.open(path)).status).toBe(400);
  expect((await new Visitor(url).open(path)).status).toBe(400);
  for (let round = 0; round < 2; round++) {
    const denied = await visitor.open(path);
    expect([denied.status, answerIn(denied.headers.get("location"))]).toEqual([
      303,
      { error: "access_denied", error_description: "The user refused", state: "a state", iss: url },
    ]);
  }
  const late = await visitor.consent(sent);
  expect([late.status, late.body.code]).toEqual([400, "no_pending_request"]);
  await visitor.info(sent);
  await visitor.consent(sent);
  const granted = (await visitor.info(requestOf(application, { state: "b" }))).body.denyUrl;
  await visitor.consent(requestOf(application, { state: "b" }));
  expect((await visitor.open(granted.slice(url.length))).status).toBe(400);
});

it("answers by a form where the request asks for that", async () => {
  const application = await newApplication(url);
  const visitor = await givenVisitor(url);
  const state = `"><script>alert(1)</script>`;
  const sent = requestOf(application, { response_mode: "form_post", state });
  await visitor.authorize(sent);
  const granted = await visitor.consent(sent);
  expect(granted.body.redirectUrl).toMatch(new RegExp(`^${url}/oauth/answer\\?request=[0-9a-f-]{36}$`));
  for (const page of [await visitor.open(granted.body.redirectUrl.slice(url.length)), await visitor.authorize(sent)]) {
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src '[^']+'; script-src 'sha256-/,
    );
    expect(page.body).toContain(`<form method="post" action="${redirectUri}">`);
    expect(page.body).toMatch(/name="code" value="atc_/);
    expect(page.body).toContain('name="state" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page.body).toContain(`name="iss" value="${url}"`);
    expect(page.body).not.toContain("<script>alert");
  }
  const refused = await visitor.authorize({ ...sent, prompt: "none", max_age: "0" });
  expect([refused.status, refused.body]).toEqual([200, expect.stringContaining('name="error" value="login_required"')]);
});

it("AZ-22 keeps the query that a redirect URI has", async () => {
  const redirect_uri = "https://app.example.com/callback?tenant=a%20b&x=";
  const application = await newApplication(url, { redirectUris: [redirect_uri] });
  const visitor = await givenVisitor(url);
  const sent = requestOf(application, { redirect_uri });
  await visitor.authorize(sent);
  const { redirectUrl } = (await visitor.consent(sent)).body;
  expect(redirectUrl.startsWith(`${redirect_uri}&code=`)).toBe(true);
  expect(answerIn(redirectUrl)).toEqual({ tenant: "a b", x: "", code, state: "a state", iss: url });
});

it("AZ-20 takes the request as a form, and leads to the same request with 303", async () => {
  const application = await newApplication(url);
  const visitor = await givenVisitor(url);
  const sent = requestOf(application, { state: "a&b=c ä" }) as Record<string, string>;
  const posted = await fetch(`${url}/oauth/authorize`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: "https://app.example", "Sec-Fetch-Site": "cross-site" },
    body: new URLSearchParams(sent),
  });
  expect(posted.status).toBe(303);
  const location = new URL(posted.headers.get("location") ?? "");
  expect([location.origin + location.pathname, Object.fromEntries(location.searchParams)]).toEqual([
    `${url}/oauth/authorize`,
    sent,
  ]);
  const opened = await visitor.open(location.pathname + location.search);
  expect(opened.status).toBe(200);
  expect((await visitor.consent(sent)).status).toBe(200);
});

it("AZ-24 lets no other page frame the pages of an authorization", async () => {
  const application = await newApplication(url);
  const visitor = await givenVisitor(url);
  const pages = [
    await visitor.authorize(requestOf(application)),
    await visitor.authorize({}),
    await visitor.authorize(requestOf(application, { response_mode: "form_post", prompt: "none" })),
  ];
  expect(pages.map(({ status }) => status)).toEqual([200, 400, 200]);
  for (const { headers } of pages) {
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
  }
});

it("AZ-11 AZ-23 names the issuer, so that a client of two providers notices a mix-up", async () => {
  const application = await newApplication(url);
  const visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  const location = new URL((await visitor.consent(requestOf(application))).body.redirectUrl);
  const client = { client_id: application.clientId };
  const discovered = await fetch(`${url}/.well-known/openid-configuration`);
  const metadata = (await discovered.json()) as oauth.AuthorizationServer;
  expect(metadata).toMatchObject({ issuer: url, authorization_response_iss_parameter_supported: true });
  expect(oauth.validateAuthResponse(metadata, client, location, "a state").get("code")).toEqual(code);
  const other = { ...metadata, issuer: "https://other.example" };
  expect(() => oauth.validateAuthResponse(other, client, location, "a state")).toThrow("iss");
  location.searchParams.delete("iss");
  expect(() => oauth.validateAuthResponse(metadata, client, location, "a state")).toThrow("iss");
});
