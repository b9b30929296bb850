import { canonicalResource } from "@attestory/events/api-events.ts";
import { resourceStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { apiScene, change, givenApi, introspect, scopes } from "./api-scene.ts";
import { registerApplication } from "./applications.ts";
import { givenTokens, refresh } from "./grants.ts";
import { errorOf } from "./token-calls.ts";

const scene = apiScene();
const invalidTarget = [400, "invalid_target"];

it("RI-16 gives nothing for an identifier that settings name, but another application has", async () => {
  const { url, parties, product } = scene;
  const api = await givenApi(url);
  const asking = { scope: "openid offline_access invoices:read", resource: api.resource };
  const tokens = await givenTokens(parties, asking);
  const active = async () => (await introspect(url, tokens.access_token, parties.application)).body.active;
  expect(await active()).toBe(true);
  const stream = resourceStream(canonicalResource(api.resource));
  const named = { resource: canonicalResource(api.resource), applicationId: api.id };
  const other = await registerApplication(url);
  // As two changes at once leave it: the settings name it, the reservation was given back.
  await product.happened(stream, { type: "ResourceReleased", data: { ...named, wasUsed: true } });
  expect(errorOf(await refresh(parties, tokens))).toEqual(invalidTarget);
  await expect.poll(active).toBe(false);
  await product.happened(stream, { type: "ResourceReserved", data: { ...named, applicationId: other.id } });
  expect(errorOf(await refresh(parties, tokens))).toEqual(invalidTarget);
  await expect.poll(active).toBe(false);
  const save = () => change(url, api, { api: { resource: api.resource, scopes } });
  expect(Object.keys((await save()).body.fields)).toEqual(["api.resource"]);
  await product.happened(stream, {
    type: "ResourceReleased",
    data: { ...named, applicationId: other.id, wasUsed: false },
  });
  // Saved again, its owner has it again.
  expect((await save()).status).toBe(200);
  await expect.poll(active).toBe(true);
  expect((await refresh(parties, tokens)).status).toBe(200);
});
