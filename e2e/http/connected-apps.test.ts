/** @module-tag embedded/one-process */
import { randomUUID } from "node:crypto";
import { consentStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { registerApplication } from "./applications.ts";
import { call, givenSignedInUser } from "./client.ts";

const product = ownProductScene();

/** As the consent screen records it. */
async function allowed(userId: string, applicationId: string) {
  const data = {
    userId,
    applicationId,
    scopes: ["openid", "email"],
    applicationName: "Ledgerline",
    apis: [],
    isNew: true,
  };
  await product.happened(consentStream({ userId, applicationId }), { type: "ConsentGranted", data });
}

it("lists what a user allows, and revokes it", async () => {
  const { id, token } = await givenSignedInUser(product.url);
  const homepageUrl = "https://ledgerline.example";
  const application = await registerApplication(product.url, { homepageUrl });
  const listed = async () => (await call(product.url, "GET /api/user/connected-apps", { token })).body;
  expect(await listed()).toEqual([]);

  await allowed(id, application.id);
  const shown = { id: application.id, name: "Ledgerline", logoUrl: null, homepageUrl, scopes: ["openid", "email"] };
  const state = { trusted: false, status: "connected" };
  await expect.poll(listed).toMatchObject([{ ...shown, ...state }]);

  const revoke = () => call(product.url, `DELETE /api/user/connected-apps/${application.id}`, { token });
  expect((await revoke()).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect(await revoke()).toMatchObject({ status: 404, body: { code: "not_found" } });
});

it("shows nothing of a deleted application, nor of another user's consent", async () => {
  const { id, token } = await givenSignedInUser(product.url);
  const application = await registerApplication(product.url);
  await allowed(randomUUID(), application.id);
  await allowed(id, application.id);
  const { developer } = application;
  const deleted = await call(product.url, `DELETE /api/developer/applications/${application.id}`, {
    token: developer.token,
  });
  expect(deleted.status).toBe(200);
  expect((await call(product.url, "GET /api/user/connected-apps", { token })).body).toEqual([]);
});
