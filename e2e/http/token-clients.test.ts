import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, registerApplication } from "./applications.ts";
import { askToken, basicHeader, claimsOf, errorOf } from "./token-calls.ts";

const product = sharedProductScene();
let url: string;
let application: RegisteredApplication;
let other: RegisteredApplication;
let open: RegisteredApplication;
beforeAll(async () => {
  url = product.url;
  application = await registerApplication(url);
  other = await registerApplication(url, { developer: application.developer, name: "Other" });
  open = await registerApplication(url, { developer: application.developer, name: "Open", type: "public" });
});

const own = { grant_type: "client_credentials" };
const named = ({ clientId, clientSecret }: RegisteredApplication) => ({
  client_id: clientId,
  client_secret: clientSecret ?? "",
});

it("T13 TK-17 gives an application a token of its own, by Basic, in the body and as JSON", async () => {
  const json = await fetch(`${url}/api/oauth/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...own, ...named(application) }),
  });
  const answers = [
    await askToken(url, own, { basic: application }),
    await askToken(url, { ...own, ...named(application), scope: "" }),
    await askToken(url, { ...own, client_id: application.clientId }, { basic: application }),
    { status: json.status, headers: json.headers, body: await json.json() },
  ];
  for (const { status, headers, body } of answers) {
    expect([status, body]).toEqual([200, { access_token: expect.any(String), token_type: "Bearer", expires_in: 3600 }]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("pragma")).toBe("no-cache");
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: application.id,
      client_id: application.id,
      iss: url,
      aud: url,
    });
  }
  expect(errorOf(await askToken(url, { ...own, scope: "openid" }, { basic: application }))).toEqual([
    400,
    "invalid_scope",
  ]);
  expect(errorOf(await askToken(url, { ...own, client_id: open.clientId }))).toEqual([400, "unauthorized_client"]);
});

it("TK-01 takes only POST", async () => {
  for (const method of ["GET", "PUT", "HEAD", "DELETE"]) {
    const answer = await fetch(`${url}/api/oauth/token`, { method });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
  }
});

it("T13 TK-02 TK-14 refuses what it cannot read as JSON that nothing caches", async () => {
  const bodies = [
    ["text/plain", "grant_type=client_credentials", 400],
    ["application/json", "{", 400],
    ["application/json", '{"grant_type":["client_credentials"]}', 400],
    ["application/json", '{"grant_type":"client_credentials","client_id":{"$ne":null}}', 400],
    ["application/x-www-form-urlencoded", "", 400],
    ["application/x-www-form-urlencoded", "grant_type=%ff", 400],
    ["application/x-www-form-urlencoded", `grant_type=${"x".repeat(1_000_000)}`, 413],
  ] as const;
  for (const [type, body, status] of bodies) {
    const answer = await fetch(`${url}/api/oauth/token`, { method: "POST", headers: { "Content-Type": type }, body });
    expect([body.slice(0, 40), answer.status, await answer.json()]).toEqual([
      body.slice(0, 40),
      status,
      { error: "invalid_request", error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) },
    ]);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

it("T13 TK-03 refuses a grant type that is missing, unknown or repeated", async () => {
  const ask = async (parameters: Parameters<typeof askToken>[1]) =>
    errorOf(await askToken(url, parameters, { basic: application }));
  expect(await ask({})).toEqual([400, "invalid_request"]);
  expect(await ask({ grant_type: "" })).toEqual([400, "invalid_request"]);
  const twice = [
    ["grant_type", "client_credentials"],
    ["grant_type", "client_credentials"],
  ] as const;
  expect(await ask(twice)).toEqual([400, "invalid_request"]);
  for (const grant_type of [
    "password",
    "implicit",
    "constructor",
    "__proto__",
    "Client_Credentials",
    " client_credentials",
  ]) {
    expect([grant_type, ...(await ask({ grant_type }))]).toEqual([grant_type, 400, "unsupported_grant_type"]);
  }
});

it("TK-04 refuses every secret but the right one, and asks for Basic", async () => {
  const secret = application.clientSecret ?? "";
  const twin = secret.replace("a", "\u0430").replace("t", "\uff54");
  const wrong = [
    "atcs_wrong",
    "",
    other.clientSecret ?? "",
    secret.slice(0, -1),
    `${secret}\0`,
    ` ${secret}`,
    twin,
    `${secret}${secret}`,
  ];
  for (const clientSecret of wrong) {
    const answers = [
      await askToken(url, own, { basic: { clientId: application.clientId, clientSecret } }),
      await askToken(url, { ...own, client_id: application.clientId, client_secret: clientSecret }),
    ];
    for (const answer of answers) {
      expect([clientSecret, ...errorOf(answer)]).toEqual([clientSecret, 401, "invalid_client"]);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    }
  }
  const large = await askToken(url, { ...own, client_id: application.clientId, client_secret: "x".repeat(90_000) });
  expect(errorOf(large)).toEqual([401, "invalid_client"]);
  for (const clientId of [
    "",
    "nobody",
    crypto.randomUUID(),
    application.clientId.toUpperCase(),
    `${application.clientId}\0`,
  ]) {
    const answer = await askToken(url, own, { basic: { clientId, clientSecret: secret } });
    expect([clientId, ...errorOf(answer)]).toEqual([clientId, 401, "invalid_client"]);
  }
  expect(errorOf(await askToken(url, own))).toEqual([401, "invalid_client"]);
  expect(errorOf(await askToken(url, { ...own, client_id: open.clientId, client_secret: "x" }))).toEqual([
    401,
    "invalid_client",
  ]);
});

it("TK-05 takes one authentication, and decodes it as RFC 6749 section 2.3.1 says", async () => {
  const { clientId, clientSecret } = application;
  const basic = { basic: application };
  const ask = async (header: string, more: Record<string, string> = {}) =>
    errorOf(await askToken(url, { ...own, ...more }, { headers: { authorization: header } }));
  expect(errorOf(await askToken(url, { ...own, ...named(application) }, basic))).toEqual([400, "invalid_request"]);
  expect(errorOf(await askToken(url, { ...own, client_id: other.clientId }, basic))).toEqual([400, "invalid_request"]);
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const everyCharacterEncoded = (text: string) => text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const encoded = `Basic ${base64(`${everyCharacterEncoded(clientId)}:${everyCharacterEncoded(clientSecret ?? "")}`)}`;
  expect((await askToken(url, own, { headers: { authorization: encoded } })).status).toBe(200);
  expect(
    (await askToken(url, own, { headers: { authorization: basicHeader(application).replace("B", "b") } })).status,
  ).toBe(200);
  const broken = [
    "Basic",
    "Basic !!!!",
    `Basic ${base64(`${clientId}`)}`,
    `Basic ${base64(`${clientId}:${clientSecret}`)}=`,
    `Basic ${base64(`${clientId}:%zz`)}`,
    `Bearer ${clientSecret}`,
    `${basicHeader(application)}, ${basicHeader(application)}`,
  ];
  for (const header of broken) expect([header, ...(await ask(header))]).toEqual([header, 401, "invalid_client"]);
  expect(await ask("Basic !!!!", named(application))).toEqual([401, "invalid_client"]);
});
