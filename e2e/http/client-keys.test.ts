import { randomUUID } from "node:crypto";
import { clientCallsStream } from "@attestory/events/envelope.ts";
import * as oidc from "openid-client";
import { describe, expect, it } from "vitest";
import { asserted, givenKeys } from "./application-keys.ts";
import { registerApplication } from "./applications.ts";
import { assertionScene, bySignature, own, seconds } from "./assertion-scene.ts";
import { call } from "./client.ts";
import { askToken, errorOf, postForm } from "./token-calls.ts";

const scene = assertionScene();
const { good, ask } = scene;

describe("private_key_jwt", () => {
  it("TK-20 authenticates by each algorithm, also without client_id and kid, and leaves no secret that works", async () => {
    expect([scene.application.tokenEndpointAuthMethod, scene.application.clientSecret]).toEqual([
      "private_key_jwt",
      null,
    ]);
    for (const algorithm of ["RS256", "PS256", "ES256", "EdDSA"] as const) {
      const pair = await givenKeys(algorithm, algorithm);
      const { developer, id } = await registerApplication(scene.url, {
        ...bySignature(pair),
        developer: scene.application.developer,
        name: algorithm,
      });
      const claims = good({ iss: id, sub: id, aud: `${scene.url}/api/oauth/token` });
      const header = { kid: undefined, typ: "client-authentication+jwt" };
      const answer = await ask(await pair.sign(claims, header), algorithm === "RS256" ? { client_id: id } : {});
      expect([algorithm, answer.status, answer.body]).toMatchObject([algorithm, 200, { token_type: "Bearer" }]);
      await call(scene.url, `DELETE /api/developer/applications/${id}`, { token: developer.token });
    }
  });

  it("TK-20 accepts what a standard client signs", async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ]);
    const jwks = { keys: [await crypto.subtle.exportKey("jwk", publicKey)] };
    const signing = await registerApplication(scene.url, {
      tokenEndpointAuthMethod: "private_key_jwt",
      jwks,
      developer: scene.application.developer,
    });
    const authentication = oidc.PrivateKeyJwt(privateKey);
    const how = { execute: [oidc.allowInsecureRequests] };
    const configuration = await oidc.discovery(new URL(scene.url), signing.id, {}, authentication, how);
    const tokens = await oidc.clientCredentialsGrant(configuration);
    const introspected = await oidc.tokenIntrospection(configuration, tokens.access_token);
    expect(introspected).toMatchObject({ active: true, client_id: signing.id });
    await oidc.tokenRevocation(configuration, tokens.access_token);
    expect((await oidc.tokenIntrospection(configuration, tokens.access_token)).active).toBe(false);
  });

  it("TK-20 accepts an assertion once, at whichever endpoint", async () => {
    const assertion = await scene.keys.sign(good());
    const introspect = (client_assertion: string) =>
      postForm(`${scene.url}/api/oauth/introspect`, { token: "none", ...asserted(client_assertion) });
    expect((await ask(assertion)).status).toBe(200);
    for (const again of [await ask(assertion), await introspect(assertion)]) {
      expect(errorOf(again)).toEqual([401, "invalid_client"]);
      expect(again.body.error_description).toContain("used before");
    }
    const here = await scene.keys.sign(good({ aud: `${scene.url}/api/oauth/introspect` }));
    const answers = await Promise.all([introspect(here), introspect(here), introspect(here)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it("TK-20 refuses another authentication method, two at once, and a parameter that is doubled or wrong", async () => {
    const signed = () => scene.keys.sign(good());
    const { id } = scene.application;
    const bySecret = await registerApplication(scene.url, {
      developer: scene.application.developer,
      jwks: { keys: [scene.keys.jwk] },
    });
    const open = await registerApplication(scene.url, { developer: scene.application.developer, type: "public" });
    const forOther = async (client: string) => ask(await scene.keys.sign(good({ iss: client, sub: client })));
    const both = { client_id: id, client_secret: "atcs_secret" };
    const type = asserted("").client_assertion_type;
    const doubled = [...Object.entries(own), ...Object.entries(asserted(await signed())), ["client_assertion", "x"]];
    const answers = [
      [
        await askToken(scene.url, own, { basic: { clientId: id, clientSecret: "atcs_secret" } }),
        401,
        "send client_assertion",
      ],
      [await askToken(scene.url, { ...own, client_id: id }), 401, "send client_assertion"],
      [await forOther(bySecret.id), 401, "by its secret"],
      [await forOther(open.id), 401, "public application"],
      [await forOther(randomUUID()), 401, "no such application"],
      [await ask(await signed(), { client_id: bySecret.id }), 401, "by its secret"],
      [await ask(await signed(), both), 400, "not both"],
      [await ask(await signed(), { client_assertion_type: `${type}x` }), 401, "client_assertion_type must be"],
      [
        await askToken(scene.url, { ...own, client_id: id, client_assertion_type: type }),
        401,
        "client_assertion is required",
      ],
      [await askToken(scene.url, doubled as [string, string][]), 400, ""],
    ] as const;
    for (const [answer, status, description] of answers) {
      expect([description, ...errorOf(answer)]).toEqual([
        description,
        status,
        status === 401 ? "invalid_client" : "invalid_request",
      ]);
      expect(answer.body.error_description).toContain(description);
    }
  });

  it("TK-20 shows the owner of the application why, and never the assertion", async () => {
    const other = await registerApplication(scene.url, {
      ...bySignature(scene.keys),
      developer: scene.application.developer,
    });
    const { id } = other;
    const assertion = await scene.keys.sign(good({ iss: id, sub: id, exp: seconds() + 3600 }));
    await ask(assertion);
    await ask(await scene.keys.sign(good({ iss: id, sub: id })), { client_id: id, client_secret: "atcs_secret" });
    const recorded = async () => (await scene.product.history(clientCallsStream(id))).map(({ data }) => data);
    await expect.poll(async () => (await recorded()).length, { timeout: 20_000 }).toBe(2);
    expect(await recorded()).toMatchObject([
      { endpoint: "token", error: "invalid_client", description: expect.stringContaining("5 minutes") },
      { endpoint: "token", error: "invalid_request", description: expect.stringContaining("not both") },
    ]);
    expect(JSON.stringify(await recorded())).not.toContain(assertion.slice(0, 40));
  });

  it("TK-20 takes the place of a secret at once, and gives it back", async () => {
    const { developer, id, ...changing } = await registerApplication(scene.url, {
      developer: scene.application.developer,
    });
    const change = (said: object) => {
      const body = { name: changing.name, redirectUris: changing.redirectUris, ...said };
      return call(scene.url, `PUT /api/developer/applications/${id}`, { token: developer.token, body });
    };
    const introspected = async (how: Parameters<typeof postForm>[2], said: Record<string, string> = {}) =>
      (await postForm(`${scene.url}/api/oauth/introspect`, { token: "none", ...said }, how)).status;
    const basic = { clientId: id, clientSecret: changing.clientSecret };
    const signed = async () => asserted(await scene.keys.sign(good({ iss: id, sub: id })));
    const asked = async () => [
      (await askToken(scene.url, own, { basic })).status,
      await introspected({ basic }),
      (await askToken(scene.url, { ...own, ...(await signed()) })).status,
      await introspected({}, await signed()),
    ];
    expect(await asked()).toEqual([200, 200, 401, 401]);
    expect((await change(bySignature(scene.keys))).body.application).toMatchObject(bySignature(scene.keys));
    expect(await asked()).toEqual([401, 401, 200, 200]);
    const next = await givenKeys("EdDSA", "next");
    await change({ jwks: { keys: [next.jwk] } });
    expect(await asked()).toEqual([401, 401, 401, 401]);
    await change({ tokenEndpointAuthMethod: "client_secret", jwks: null });
    expect(await asked()).toEqual([200, 200, 401, 401]);
  });
});
