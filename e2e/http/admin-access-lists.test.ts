import { randomUUID } from "node:crypto";
import { apiKeyStream, applicationStream, consentStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { type RegisteredApplication, registerApplication } from "./applications.ts";
import { call, givenSignedInUser } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll } from "./stored-log.ts";

const product = ownProductScene();
let url: string;
let admin: Member;
beforeAll(async () => {
  url = product.url;
  admin = await givenAdmin(product);
});

const list = async (path: string) => {
  const headers = await knowingAll(product);
  return askUntilUpToDate(() => call(url, `GET /api/admin/${path}`, { token: admin.token, headers }));
};
const end = (path: string) => call(url, `DELETE /api/admin/${path}`, { token: admin.token });
const consents = async (userId: string, { id: applicationId, name: applicationName }: RegisteredApplication) => {
  const data = { userId, applicationId, scopes: ["openid", "email"], apis: [], applicationName, isNew: true };
  await product.happened(consentStream({ userId, applicationId }), { type: "ConsentGranted", data });
};

it("KY-12 lists the API keys of one user and of all, newest first, without their secret", async () => {
  const owners = [await givenSignedInUser(url), await givenSignedInUser(url)];
  const keys = [];
  for (const owner of owners) keys.push(await givenApiKey(product, owner));
  const [first, second] = keys;
  const [owner] = owners;

  const { status, body } = await list("api-keys");

  expect([status, body.nextCursor]).toEqual([200, null]);
  expect(body.apiKeys.map(({ id }: { id: string }) => id)).toEqual([second?.id, first?.id]);
  expect(body.apiKeys[1]).toEqual({
    id: first?.id,
    name: "Nightly report",
    keyPrefix: first?.keyPrefix,
    scopes: ["users:read", "users:write", "health:read"],
    isActive: true,
    expiresAt: null,
    owner: { id: owner?.id, username: owner?.username, isActive: true },
    createdAt: expect.any(String),
    lastUsedAt: null,
  });
  expect((await list(`api-keys?user=${owner?.id.toUpperCase()}`)).body.apiKeys).toMatchObject([{ id: first?.id }]);
  expect((await list(`api-keys?user=${randomUUID()}`)).body).toEqual({ apiKeys: [], nextCursor: null });
  const page = await list("api-keys?limit=1");
  expect(page.body.apiKeys).toMatchObject([{ id: second?.id }]);
  const rest = await list(`api-keys?limit=1&cursor=${page.body.nextCursor}`);
  expect(rest.body).toMatchObject({ apiKeys: [{ id: first?.id }], nextCursor: null });
});

it("KY-12 lists applications and consents with whose they are", async () => {
  const application = await registerApplication(url);
  const { id, developer } = application;
  const user = await givenSignedInUser(url);
  await consents(user.id, application);
  const { body } = await list(`applications?user=${developer.id}`);
  const owner = { id: developer.id, username: developer.username, isActive: true };
  const times = { createdAt: expect.any(String), lastUsedAt: null };
  const shown = { id, clientId: id, name: "Ledgerline", logoUrl: null, type: "confidential" };
  expect(body.applications).toEqual([{ ...shown, isActive: true, trusted: false, owner, ...times }]);
  expect(JSON.stringify(body)).not.toContain(application.clientSecret);
  expect((await list(`consents?user=${user.id}`)).body.consents).toEqual([
    {
      application: { id, name: "Ledgerline" },
      scopes: ["openid", "email"],
      owner: { id: user.id, username: user.username, isActive: true },
      ...times,
    },
  ]);

  const decision = { token: admin.token, body: { isActive: false } };
  await call(url, `PUT /api/admin/applications/${id}/status`, decision);
  await call(url, `PUT /api/admin/users/${developer.id}/status`, decision);
  expect((await list(`applications?user=${developer.id}`)).body.applications).toMatchObject([
    { isActive: false, owner: { isActive: false } },
  ]);
});

it("KY-12 lists what is unused for so many days, the oldest use first", async () => {
  const owner = await givenSignedInUser(url);
  const daysAgo = (days: number) => ({ recordedAt: new Date(Date.now() - days * 86_400_000) });
  const keyOf = async (createdDaysAgo: number, usedDaysAgo: number | null) => {
    const keyId = randomUUID();
    const key = { keyId, userId: owner.id };
    const more = { name: "Old", digest: "digest", scopes: ["users:read" as const], apiKeyEpoch: 0, expiresAt: null };
    const at = { person: owner.id, ...daysAgo(createdDaysAgo) };
    await product.happened(apiKeyStream(keyId), { type: "ApiKeyCreated", data: { ...key, ...more } }, at);
    if (usedDaysAgo !== null) {
      await product.happened(apiKeyStream(keyId), { type: "ApiKeyUsed", data: key }, daysAgo(usedDaysAgo));
    }
    return keyId;
  };
  const never = await keyOf(100, null);
  const long = await keyOf(400, 95);
  await keyOf(400, 3);
  await keyOf(10, null);

  const unused = async (days: number) =>
    (await list(`api-keys?user=${owner.id}&unused=${days}`)).body.apiKeys.map(({ id }: { id: string }) => id);

  expect(await unused(90)).toEqual([never, long]);
  expect(await unused(98)).toEqual([never]);
  expect(await unused(3650)).toEqual([]);
  const page = await list(`api-keys?user=${owner.id}&unused=90&limit=1`);
  expect(page.body.apiKeys).toMatchObject([{ id: never, lastUsedAt: null }]);
  const rest = await list(`api-keys?user=${owner.id}&unused=90&limit=1&cursor=${page.body.nextCursor}`);
  expect(rest.body).toMatchObject({ apiKeys: [{ id: long }], nextCursor: null });
  expect((await list("api-keys?unused=90")).body.apiKeys).toMatchObject([{ id: never }, { id: long }]);
});

it("KY-12 counts what a user's consent was used for as a use of the application", async () => {
  const application = await registerApplication(url);
  const user = await givenSignedInUser(url);
  await consents(user.id, application);
  const parties = { userId: user.id, applicationId: application.id };
  await product.happened(consentStream(parties), { type: "ConsentUsed", data: parties });
  const used = { lastUsedAt: expect.any(String) };
  expect((await list(`consents?user=${user.id}`)).body.consents).toMatchObject([used]);
  const path = `applications?user=${application.developer.id}`;
  expect((await list(path)).body.applications).toMatchObject([used]);
  expect((await list(`${path}&unused=1`)).body.applications).toEqual([]);
});

it("KY-12 refuses a wrong user, number of days, size and place, and names each", async () => {
  const wrong = ["user=me", "unused=0", "unused=3651", "unused=1.5", "limit=0", "cursor=x", "more=1"];
  for (const query of wrong) {
    const { status, body } = await list(`consents?${query}`);
    expect([query, status, Object.keys(body.fields)]).toEqual([query, 400, [query.split("=")[0]]]);
  }
});

it("KY-12 ends a key, a consent and an application of any user at once, and says so in their activity", async () => {
  const application = await registerApplication(url);
  const { id, developer } = application;
  const user = await givenSignedInUser(url);
  await consents(user.id, application);
  const key = await givenApiKey(product, user);
  const health = () => call(url, "GET /api/system/health", { token: key.keyValue });
  expect((await health()).status).toBe(200);

  expect((await end(`api-keys/${key.id}`)).body).toEqual({ message: "API key revoked" });
  expect((await end(`consents/${user.id}/${id}`)).body).toEqual({ message: "Consent revoked" });
  expect((await end(`applications/${id}`)).body).toEqual({ message: "Application deleted" });

  expect((await health()).status).toBe(401);
  expect((await list(`api-keys?user=${user.id}`)).body.apiKeys).toEqual([]);
  expect((await list(`consents?user=${user.id}`)).body.consents).toEqual([]);
  expect((await list(`applications?user=${developer.id}`)).body.applications).toEqual([]);
  const headers = await knowingAll(product);
  const { body } = await askUntilUpToDate(() =>
    call(url, "GET /api/user/activity?limit=2", { token: user.token, headers }),
  );
  expect(body.activity.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    "An application was disconnected",
    "An API key was deleted",
  ]);
  for (const { detail } of body.activity) expect(detail).toMatch(/By an admin$/);
  const [revoked] = (await product.history(consentStream({ userId: user.id, applicationId: id }))).slice(-1);
  expect(revoked).toMatchObject({ type: "ConsentRevoked", data: { reason: "admin" } });
  const [deleted] = (await product.history(applicationStream(id))).slice(-1);
  expect(deleted).toMatchObject({ type: "ApplicationDeleted" });

  const again = [`api-keys/${key.id}`, `consents/${user.id}/${id}`, `applications/${id}`, `api-keys/${randomUUID()}`];
  for (const path of again) expect([path, (await end(path)).status]).toEqual([path, 404]);
});

it("KY-12 names no application that was deleted, whose consents can still be revoked", async () => {
  const application = await registerApplication(url);
  const user = await givenSignedInUser(url);
  await consents(user.id, application);
  await end(`applications/${application.id}`);
  expect((await list(`consents?user=${user.id}`)).body.consents).toMatchObject([
    { application: { id: application.id, name: null } },
  ]);
  expect((await end(`consents/${user.id}/${application.id}`)).status).toBe(200);
});
