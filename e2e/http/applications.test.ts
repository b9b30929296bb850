import { beforeAll, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { redirectUri, registerApplication } from "./applications.ts";
import { call } from "./client.ts";

let product: SharedProduct;
let url: string;
beforeAll(async () => {
  product = await sharedProduct();
  url = product.url;
});

const listOf = async (token: string) =>
  (await call(url, "GET /api/developer/applications", { token })).body.applications;

it("AP-07 registers an application, changes it and deletes it", async () => {
  const { developer, ...application } = await registerApplication(url);
  const { token } = developer;
  expect(application).toMatchObject({
    name: "Ledgerline",
    redirectUris: [redirectUri],
    clientId: application.id,
    clientSecret: expect.stringMatching(/^atcs_[A-Za-z0-9_-]{43}$/),
    isActive: true,
  });
  expect(await listOf(token)).toMatchObject([{ id: application.id, name: "Ledgerline" }]);
  const body = { name: "Ledger", redirectUris: [redirectUri, "http://127.0.0.1:3000/callback"] };
  const changed = await call(url, `PUT /api/developer/applications/${application.id}`, { token, body });
  expect([changed.status, changed.body.application]).toMatchObject([200, { ...body, clientSecret: null }]);
  expect(await listOf(token)).toMatchObject([{ id: application.id, ...body }]);
  const deleted = await call(url, `DELETE /api/developer/applications/${application.id}`, { token });
  expect([deleted.status, deleted.body]).toEqual([200, { message: "Application deleted" }]);
  expect(await listOf(token)).toEqual([]);
});
