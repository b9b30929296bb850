import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { becomes, createKey, givenApiKey, listedKeys } from "./api-key-calls.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { storedEvents } from "./stored-log.ts";

const product = sharedProductScene();
let owner: Person & { id: string; token: string };

beforeAll(async () => {
  owner = await givenSignedInUser(product.url);
  await becomes(product, owner.id, { isPro: true });
});

it("KY-01 shows a key in one answer alone, and stores only a digest of it", async () => {
  const { status, body, headers } = await createKey(product.url, owner, { name: "Nightly report" });
  expect(status).toBe(201);
  expect(headers.get("cache-control")).toContain("no-store");
  const { id, keyValue, keyPrefix, ...shown } = body.apiKey;
  expect(keyValue).toMatch(new RegExp(`^atk_${id}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$`));
  expect(keyPrefix).toBe(keyValue.slice(0, 12));
  const scopes = ["users:read", "users:write", "health:read"];
  const listed = { name: "Nightly report", scopes, isActive: true, expiresAt: null, lastUsed: null };
  expect(shown).toEqual({ ...listed, createdAt: expect.any(String) });

  expect(await listedKeys(product.url, owner)).toContainEqual({ id, keyPrefix, ...shown });

  const [, , secret] = /^atk_([^_]+)_(.{43})_/.exec(keyValue) ?? [];
  const stored = JSON.stringify(await storedEvents(product), (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(stored).toContain(id);
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain("Nightly report");
  expect(product.output()).not.toContain(secret);
});

it("KY-05 lists and deletes only keys of one's own", async () => {
  const { id } = await givenApiKey(product, owner);
  const other = await givenSignedInUser(product.url);

  expect(await listedKeys(product.url, other)).toEqual([]);
  const refused = await call(product.url, `DELETE /api/developer/api-keys/${id}`, { token: other.token });
  expect([refused.status, refused.body.code]).toEqual([404, "not_found"]);
  expect((await listedKeys(product.url, owner)).map((key) => key.id)).toContain(id);

  const deleted = await call(product.url, `DELETE /api/developer/api-keys/${id}`, { token: owner.token });
  expect([deleted.status, deleted.body]).toEqual([200, { message: "API key deleted" }]);
  expect((await listedKeys(product.url, owner)).map((key) => key.id)).not.toContain(id);
  const again = await call(product.url, `DELETE /api/developer/api-keys/${id}`, { token: owner.token });
  expect(again.status).toBe(404);
});

it.each(["keyValue", "userId", "isActive"])("KY-07 takes no %s from the client", async (field) => {
  const before = await listedKeys(product.url, owner);
  const refused = await createKey(product.url, owner, { name: "Forged", [field]: true });
  expect([refused.status, refused.body.fields]).toEqual([400, { [field]: "This is not known here" }]);
  expect(await listedKeys(product.url, owner)).toEqual(before);
});

it.each([
  ["name", {}],
  ["name", { name: " " }],
  ["name", { name: "a".repeat(101) }],
  ["name", { name: "a\u202eb" }],
  ["scopes", { name: "a", scopes: [] }],
  ["scopes", { name: "a", scopes: ["users:read", "users:read"] }],
  ["expiresAt", { name: "a", expiresAt: "2020-01-01T00:00:00.000Z" }],
])("KY-08 refuses a key with a wrong %s: %j", async (field, body) => {
  const refused = await createKey(product.url, owner, body);
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
});
