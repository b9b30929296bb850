import type { AddressInfo } from "node:net";
import express from "express";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { change, givenApi, rest, scopes } from "./api-scene.ts";
import { call } from "./client.ts";
import { givenParties, givenTokens, type Parties } from "./grants.ts";
import { askToken } from "./token-calls.ts";

const product = ownProductScene();
let admin: Member;
let parties: Parties;
let api: Awaited<ReturnType<typeof givenApi>>;
beforeAll(async () => {
  admin = await givenAdmin(product);
  parties = await givenParties(product.url);
  api = await givenApi(product.url);
});

/** A resource server that asks this service for nothing but its keys, as the documentation says. */
async function startResourceServer(): Promise<string> {
  // An urgent rotation publishes a key when it signs already: no pause before the keys are asked for again.
  const keys = createRemoteJWKSet(new URL(`${product.url}/api/oauth/jwks`), { cooldownDuration: 0 });
  const app = express();
  app.get("/invoices", async (request, response) => {
    try {
      const { payload } = await jwtVerify(request.headers.authorization?.replace(/^Bearer /, "") ?? "", keys, {
        issuer: product.url,
        audience: api.resource,
        typ: "at+jwt",
        algorithms: ["ES256"],
      });
      if (payload.api !== api.id) throw new Error("invalid_token");
      const isAllowed = String(payload.scope ?? "")
        .split(" ")
        .includes("invoices:read");
      response.status(isAllowed ? 200 : 403).json({ of: payload.sub });
    } catch {
      response.status(401).json({});
    }
  });
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoices`;
}

const kidOf = ({ kid }: { kid: string }) => kid;

it("RI-14 lets a resource server verify tokens by the published keys alone, over a rotation", async () => {
  const address = await startResourceServer();
  const ask = async (token: string) => (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status;
  const asking = (said: object = {}) => ({ scope: "openid invoices:read", resource: api.resource, ...said });
  const given = async (said: object = {}) => givenTokens(parties, asking(said));
  const before = await given();
  expect(await ask(before.access_token)).toBe(200);

  const rotated = await call(product.url, "POST /api/admin/signing-keys/rotate", {
    token: admin.token,
    body: { reason: "urgent" },
  });
  expect(rotated.status).toBe(200);
  const { kid } = decodeProtectedHeader(before.access_token);
  let after = before;
  const newKid = async () => {
    after = await given();
    return decodeProtectedHeader(after.access_token).kid;
  };
  await expect.poll(newKid, { timeout: 20_000 }).not.toBe(kid);
  const signing = decodeProtectedHeader(after.access_token).kid;
  const published = async () => (await call(product.url, "GET /api/oauth/jwks")).body.keys.map(kidOf);
  await expect.poll(published).toContain(signing);

  expect([await ask(before.access_token), await ask(after.access_token)]).toEqual([200, 200]);
  const other = await givenApi(product.url);
  const refused: [string, string, number][] = [
    ["an ID token", after.id_token, 401],
    ["for our own endpoints", (await givenTokens(parties, { scope: "openid profile" })).access_token, 401],
    ["for another API", (await given({ resource: other.resource })).access_token, 401],
    ["without the scope", (await given({ scope: "openid invoices:pay" })).access_token, 403],
  ];
  for (const [label, token, status] of refused) expect([label, await ask(token)]).toEqual([label, status]);

  // Its identifier goes to someone else: whatever they let the holders of their tokens do is not for this API.
  const { resource } = api;
  expect((await change(product.url, api, { api: null })).status).toBe(200);
  await rest(product, api);
  const next = await givenApi(product.url, { api: { resource, scopes } });
  const asked = { grant_type: "client_credentials", resource, scope: "invoices:read" };
  const { body } = await askToken(product.url, asked, { basic: next });
  expect(decodeJwt(body.access_token).aud).toBe(resource);
  expect(await ask(body.access_token)).toBe(401);
});
