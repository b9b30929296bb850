import { createHmac, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { asserted, givenKeys, type SigningApplication } from "./application-keys.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, requestOf, type Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { callsOf } from "./client-call-list.ts";
import { answerTo, push } from "./pushed-calls.ts";
import { unsignedObject } from "./request-object.ts";
import { errorOf } from "./token-calls.ts";

const product = sharedProductScene();
let keys: SigningApplication;
let application: RegisteredApplication;
let visitor: Visitor;

beforeAll(async () => {
  keys = await givenKeys("ES256", "first");
  application = await newApplication(product.url, { jwks: { keys: [keys.jwk] } });
  visitor = await givenVisitor(product.url);
});

const inside = (said: Parameters<typeof requestOf>[1] = {}) => requestOf(application, { state: "inside", ...said });
const sent = (request: string) => ({ client_id: application.id, response_type: "code", scope: "openid", request });

describe("PR-11 a signed request object", () => {
  it("counts alone, by the keys that its application registered", async () => {
    const claims = { ...inside(), iss: application.id, aud: product.url, exp: Math.floor(Date.now() / 1000) + 60 };
    const request = await keys.sign(claims, { typ: "oauth-authz-req+jwt" });
    expect((await visitor.authorize({ ...sent(request), state: "outside" })).status).toBe(200);
    const info = (await visitor.info({ ...sent(request), state: "outside" })).body;
    expect([info.redirectUri, info.scope, info.state]).toEqual([redirectUri, "openid profile", "inside"]);
    const granted = await visitor.consent(inside());
    expect(answerIn(granted.body.redirectUrl)).toMatchObject({ code: expect.any(String), state: "inside" });
  });

  it("is pushed like parameters", async () => {
    const basic = { clientId: application.id, clientSecret: application.clientSecret };
    const { status, body } = await push(product.url, sent(await keys.sign(inside())), { basic });
    expect(status).toBe(201);
    expect((await visitor.authorize({ client_id: application.id, request_uri: body.request_uri })).status).toBe(303);
  });

  it("is refused with any other signature, and where it was made for something else", async () => {
    const [stranger, now] = [await givenKeys("ES256", "first"), Math.floor(Date.now() / 1000)];
    const good = await keys.sign(inside());
    const [header = "", payload = "", signature = ""] = good.split(".");
    const hs256 = `${Buffer.from(JSON.stringify({ alg: "HS256", kid: "first" })).toString("base64url")}.${payload}`;
    const hmac = createHmac("sha256", JSON.stringify(keys.jwk)).update(hs256).digest("base64url");
    const other = unsignedObject(inside({ scope: "openid email" })).split(".")[1];
    const wrong: Readonly<Record<string, string>> = {
      "HS256 with the public key": `${hs256}.${hmac}`,
      "another key": await stranger.sign(inside()),
      "an unknown kid": await keys.sign(inside(), { kid: "second" }),
      "no signature": `${header}.${payload}.`,
      "altered claims": `${header}.${other}.${signature}`,
      expired: await keys.sign({ ...inside(), exp: now - 61 }),
      "for another server": await keys.sign({ ...inside(), aud: "https://id.example.com" }),
      "of another application": await keys.sign({ ...inside(), iss: "someone" }),
      "another kind of token": await keys.sign(inside(), { typ: "client-authentication+jwt" }),
      nested: await keys.sign({ ...inside(), request: good }),
    };
    for (const [what, request] of Object.entries(wrong)) {
      const [status, answer] = answerTo(await visitor.authorize(sent(request)));
      expect([what, status, answer]).toEqual([
        what,
        303,
        expect.objectContaining({ error: "invalid_request_object", state: "inside" }),
      ]);
    }
    const calls = await callsOf(product.url, application, 10);
    expect(new Set(calls.map(({ error }) => error))).toEqual(new Set(["invalid_request_object"]));
  });

  it("is not supported without keys, nor is an unsigned one by having them", async () => {
    const bare = await newApplication(product.url);
    const asked = requestOf(bare);
    const request = await keys.sign(asked);
    const unsupported = [303, expect.objectContaining({ error: "request_not_supported" })];
    expect(answerTo(await visitor.authorize({ ...asked, request }))).toEqual(unsupported);
    expect(answerTo(await visitor.authorize(sent(unsignedObject(inside()))))).toEqual(unsupported);
  });

  it("is announced with the algorithms that sign it", async () => {
    const { body } = await call(product.url, "GET /.well-known/openid-configuration");
    expect([body.request_parameter_supported, body.request_object_signing_alg_values_supported]).toEqual([
      true,
      ["RS256", "PS256", "ES256", "EdDSA"],
    ]);
  });
});

it("PR-06 takes an assertion in place of a secret, once", async () => {
  const own = await newApplication(product.url, {
    jwks: { keys: [keys.jwk] },
    tokenEndpointAuthMethod: "private_key_jwt",
  });
  const [now, jti] = [Math.floor(Date.now() / 1000), randomUUID()];
  const assertion = await keys.sign({ iss: own.id, sub: own.id, aud: product.url, jti, iat: now, exp: now + 60 });
  const asking = requestOf(own, asserted(assertion));
  expect((await push(product.url, asking)).status).toBe(201);
  expect(errorOf(await push(product.url, asking))).toEqual([401, "invalid_client"]);
  expect(errorOf(await push(product.url, requestOf(own)))).toEqual([401, "invalid_client"]);
});
