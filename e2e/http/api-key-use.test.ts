import { randomUUID } from "node:crypto";
import { apiKeyStream, consentStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { becomes, type GivenKey, givenApiKey } from "./api-key-calls.ts";
import { registerApplication } from "./applications.ts";
import { call, emailTo, givenSignedInUser, notMeTokenIn, type Person } from "./client.ts";
import { declaredRoutes, filled } from "./declared-routes.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { disown } from "./recovery-links.ts";
import { knowingAll } from "./stored-log.ts";

const product = sharedProductScene();
let owner: Person & { id: string; token: string };
let key: GivenKey;

beforeAll(async () => {
  owner = await givenSignedInUser(product.url);
  key = await givenApiKey(product, owner);
});

/** A program that knows of everything written so far. */
const withKey = async (token: string, path = "GET /api/system/health") => {
  const headers = await knowingAll(product);
  return askUntilUpToDate(() => call(product.url, path, { token, headers }));
};

it("reports the health of the service to a program", async () => {
  const { status, body } = await withKey(key.keyValue);
  expect([status, body]).toEqual([
    200,
    { status: "ok", version: "0.1.0", eventLog: "ok", readStore: "ok", jobs: "ok", lagSeconds: expect.any(Number) },
  ]);
});

it("KY-03 U11 refuses keys that were deleted, altered or cut", async () => {
  const gone = await givenApiKey(product, owner);
  await call(product.url, `DELETE /api/developer/api-keys/${gone.id}`, { token: owner.token });
  const { keyValue, keyPrefix } = key;
  const last = keyValue.endsWith("0") ? "1" : "0";
  const unknown = keyValue.replace(key.id, randomUUID());
  for (const value of [gone.keyValue, keyValue.slice(0, -1) + last, keyPrefix, unknown, `${keyValue}0`]) {
    const refused = await withKey(value);
    expect([value, refused.status, refused.body]).toEqual([
      value,
      401,
      { code: "not_signed_in", message: "This API key is not valid. It may be mistyped, expired or deleted" },
    ]);
  }
});

it("KY-03 refuses the key of an owner who is no longer Pro, until they are again", async () => {
  const other = await givenSignedInUser(product.url);
  const { keyValue } = await givenApiKey(product, other);
  await becomes(product, other.id, {});
  const refused = await withKey(keyValue);
  expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
  await becomes(product, other.id, { isAdmin: true });
  expect((await withKey(keyValue)).status).toBe(200);
});

it("SE-06 RC-08 KY-03 ends the keys of a deactivated owner for good", async () => {
  const other = await givenSignedInUser(product.url);
  const { keyValue } = await givenApiKey(product, other);
  await product.happened(userStream(other.id), { type: "UserDeactivated", data: { userId: other.id } });
  expect((await withKey(keyValue)).status).toBe(401);
  await product.happened(userStream(other.id), { type: "UserActivated", data: { userId: other.id } });
  expect((await withKey(keyValue)).status).toBe(401);
});

it('SE-15 KY-03 ends a key by "This wasn\'t me" of the email about it', async () => {
  const other = await givenSignedInUser(product.url);
  const { keyValue } = await givenApiKey(product, other);
  expect((await withKey(keyValue)).status).toBe(200);
  const token = notMeTokenIn(await emailTo(product.url, other.email, "API key"));
  expect((await disown(product.url, token)).status).toBe(200);
  expect((await withKey(keyValue)).status).toBe(401);
});

it("names the scope that a key lacks", async () => {
  const { keyValue } = await givenApiKey(product, owner, { scopes: ["users:read"] });
  const refused = await withKey(keyValue);
  expect([refused.status, refused.body]).toEqual([
    403,
    { message: "This API key lacks the scope health:read", code: "insufficient_scope" },
  ]);
  expect((await withKey(keyValue, "GET /api/users")).status).toBe(200);
});

it("AC-01 KY-04 accepts a key at no call of sessions, and a session at no call of keys", async () => {
  const calls = ["GET /api/users", "POST /api/users", "GET /api/system/health"];
  const declared = (await declaredRoutes(product.url)).filter(({ open }) => !open);
  for (const { method, path } of declared) {
    const name = `${method} ${path}`;
    const token = calls.includes(name) ? owner.token : key.keyValue;
    const refused = await call(product.url, `${method} ${filled(path, randomUUID())}`, { token });
    expect([name, refused.status]).toEqual([name, 401]);
  }
  const cookie = `__Host-session=${key.keyValue}`;
  expect((await call(product.url, "GET /api/system/health", { headers: { cookie } })).status).toBe(401);
});

it("KY-06 records the uses of a key in one event", async () => {
  const { id, keyValue } = await givenApiKey(product, owner);
  for (let uses = 0; uses < 5; uses++) expect((await withKey(keyValue)).status).toBe(200);
  await expect
    .poll(async () => (await product.history(apiKeyStream(id))).map(({ type }) => type), { timeout: 20_000 })
    .toEqual(["ApiKeyCreated", "ApiKeyUsed"]);
});

const idsOf = async (token: string, query = "") => {
  const { status, body } = await withKey(token, `GET /api/users${query}`);
  expect(status).toBe(200);
  return body.users.map(({ id }: { id: string }) => id) as string[];
};

it("T14 shows a key the users of its owner's applications, with what they allowed", async () => {
  const application = await registerApplication(product.url);
  const { developer, id: applicationId } = application;
  const { keyValue } = await givenApiKey(product, developer, { roles: { isPro: true, isDeveloper: true } });
  const users = [await givenSignedInUser(product.url), await givenSignedInUser(product.url)];
  expect(await idsOf(keyValue)).toEqual([]);
  for (const [index, { id: userId }] of users.entries()) {
    const scopes = index === 0 ? ["openid", "email"] : ["openid"];
    const data = { userId, applicationId, scopes, applicationName: application.name, apis: [], isNew: true };
    await product.happened(consentStream({ userId, applicationId }), { type: "ConsentGranted", data });
  }

  const { body } = await withKey(keyValue, "GET /api/users");
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(body.nextCursor).toBeNull();
  expect(body.users).toMatchObject(
    users
      .map(({ id, email }, index) => ({ id, username: null, email: index === 0 ? email : null, isActive: true }))
      .sort(byId),
  );
  const first = await withKey(keyValue, "GET /api/users?limit=1");
  const rest = await idsOf(keyValue, `?limit=1&cursor=${first.body.nextCursor}`);
  expect([first.body.users[0].id, ...rest]).toEqual(users.map(({ id }) => id).sort());

  const { keyValue: admins } = await givenApiKey(product, await givenSignedInUser(product.url), {
    roles: { isAdmin: true },
  });
  expect((await idsOf(admins, "?limit=200")).length).toBeGreaterThan(2);
});
