import { randomUUID } from "node:crypto";
import { applicationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { apiScene, change, givenApi, introspect, newResource, scopes } from "./api-scene.ts";
import { givenDeveloper, type RegisteredApplication, registerApplication } from "./applications.ts";
import { call } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { askToken, claimsOf, errorOf } from "./token-calls.ts";

const scene = apiScene();
const invalidTarget = [400, "invalid_target"];
const ask = (basic: RegisteredApplication, said: Record<string, string>) =>
  askToken(scene.url, { grant_type: "client_credentials", ...said }, { basic });
type Api = Awaited<ReturnType<typeof givenApi>>;
const name = ({ api, clients }: { api: Api; clients?: readonly string[] }) =>
  change(scene.url, api, { api: { resource: api.resource, scopes, ...(clients && { clients }) } });

it("RI-06 gives an application tokens for itself for its own API alone", async () => {
  const { url, api, parties } = scene;
  const { body } = await ask(api, { resource: api.resource, scope: "invoices:pay" });
  expect(body.scope).toBe("invoices:pay");
  expect(claimsOf(body.access_token)).toMatchObject({
    sub: api.id,
    aud: api.resource,
    scope: "invoices:pay",
    api: api.id,
  });
  expect(claimsOf(body.access_token)).not.toHaveProperty("auth_time");
  expect((await introspect(url, body.access_token, api)).body.active).toBe(true);
  const sibling = await registerApplication(url, { developer: api.developer });
  for (const other of [sibling, parties.application]) {
    expect(errorOf(await ask(other, { resource: api.resource, scope: "invoices:pay" }))).toEqual(invalidTarget);
  }
  expect(errorOf(await ask(api, { resource: api.resource, scope: "invoices:burn" }))).toEqual([400, "invalid_scope"]);
  expect(errorOf(await ask(api, { scope: "invoices:pay" }))).toEqual([400, "invalid_scope"]);
  expect(errorOf(await ask(api, { resource: newResource() }))).toEqual(invalidTarget);
});

it("RI-17 gives an application tokens for itself for an API that names it, until it names it no more", async () => {
  const { url } = scene;
  const api = await givenApi(url);
  const client = await registerApplication(url);
  const asking = { resource: api.resource, scope: "invoices:pay" };
  const named = await name({ api, clients: [client.id.toUpperCase(), client.id] });
  expect([named.status, named.body.application.api.clients]).toEqual([200, [client.id]]);
  const given = await ask(client, asking);
  expect(claimsOf(given.body.access_token)).toMatchObject({ sub: client.id, aud: api.resource, scope: "invoices:pay" });
  const active = async () => (await introspect(url, given.body.access_token, api)).body.active;
  expect(await active()).toBe(true);
  const listed = await askUntilUpToDate(() =>
    call(url, "GET /api/developer/applications", { token: api.developer.token }),
  );
  expect(listed.body.applications[0].api).toEqual({ resource: api.resource, scopes, clients: [client.id] });
  // Left out, they stay.
  expect((await name({ api })).status).toBe(200);
  expect((await ask(client, asking)).status).toBe(200);
  expect((await name({ api, clients: [] })).status).toBe(200);
  expect(errorOf(await ask(client, asking))).toEqual(invalidTarget);
  expect(await active()).toBe(false);
});

it("RI-17 gives none to the next owner of an application that was named, until it is named again", async () => {
  const { url, product } = scene;
  const api = await givenApi(url);
  const client = await registerApplication(url);
  const asking = { resource: api.resource, scope: "invoices:pay" };
  expect((await name({ api, clients: [client.id] })).status).toBe(200);
  const given = await ask(client, asking);
  expect(given.status).toBe(200);
  const { id: ownerId } = await givenDeveloper(url);
  const { id: applicationId, name: title, developer } = client;
  const data = { applicationId, name: title, ownerId, formerOwnerId: developer.id };
  await product.happened(applicationStream(applicationId), { type: "ApplicationHandedOver", data });
  expect(errorOf(await ask(client, asking))).toEqual(invalidTarget);
  await expect.poll(async () => (await introspect(url, given.body.access_token, api)).body.active).toBe(false);
  // Settings that are saved anew do not name it anew.
  expect((await name({ api, clients: [client.id] })).status).toBe(200);
  expect(errorOf(await ask(client, asking))).toEqual(invalidTarget);
  expect((await name({ api, clients: [] })).status).toBe(200);
  expect((await name({ api, clients: [client.id] })).status).toBe(200);
  expect((await ask(client, asking)).status).toBe(200);
});

it("RI-17 refuses to name what is no confidential application", async () => {
  const { url } = scene;
  const api = await givenApi(url);
  const open = await registerApplication(url, { type: "public" });
  const faulty: [readonly string[], string][] = [
    [[open.id], "api.clients"],
    [[randomUUID()], "api.clients"],
    [["ledger"], "api.clients.0"],
    [Array.from({ length: 21 }, () => randomUUID()), "api.clients"],
  ];
  for (const [clients, field] of faulty) {
    const { status, body } = await name({ api, clients });
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  }
});
