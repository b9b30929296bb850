import { randomUUID } from "node:crypto";
import { applicationStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { registerTestApplication } from "../testing/applications.ts";
import { commandScene } from "../testing/command-scene.ts";
import { registerAnn, testContext } from "../testing/people.ts";
import { findApi } from "./find-api.ts";
import { releaseResource, reserveResource } from "./reserve-resource.ts";

const { scratch, commandHandler } = commandScene();
const publicUrl = "https://id.example";
let ownerId: string;
beforeAll(async () => {
  ownerId = await registerAnn(commandHandler);
});

const newResource = () => `https://${randomUUID()}.example`;
const registered = async () => (await registerTestApplication(commandHandler, ownerId)).applicationId;
const reserve = (applicationId: string, resource: string, seconds = 0) => {
  const context = testContext();
  const now = new Date(context.now.getTime() + seconds * 1000);
  return reserveResource({ commandHandler, publicUrl }, { applicationId, resource }, { ...context, now });
};
const taken = { refused: "resource-taken" };

/** Its settings name the identifier. */
const names = async (applicationId: string, resource: string) => {
  const { events } = await scratch.log.read(applicationStream(applicationId));
  const [first] = events;
  if (first?.type !== "ApplicationRegistered") throw new Error("not registered");
  const { ownerId: _, kind: __, clientSecret: ___, ...settings } = first.data;
  const data = { ...settings, api: { resource, scopes: [], clients: [] } };
  await scratch.happened(applicationStream(applicationId), { type: "ApplicationChanged", data }, { person: ownerId });
};

it("RI-15 lets an identifier be claimed after a holder whose settings do not name it", async () => {
  const [died, next] = [await registered(), await registered()];
  const resource = newResource();
  expect(await reserve(died, resource)).toBeNull();
  expect(await reserve(died, resource)).toBeNull();
  expect(await reserve(next, resource)).toEqual(taken);
  // Nobody knows whether it had named it: so it rests for as long as an access token lives.
  expect(await reserve(next, resource, 61)).toEqual(taken);
  expect(await reserve(next, resource, 3_700)).toEqual(taken);
  expect(await reserve(next, resource, 3_722)).toBeNull();
  // The first was only slow: its settings name the identifier, which is another one's by now.
  await names(died, resource);
  await names(next, resource);
  expect((await findApi(commandHandler, resource))?.applicationId).toBe(next);
});

it("RI-15 keeps an identifier for the application that has it, however long ago it was claimed", async () => {
  const [holder, next] = [await registered(), await registered()];
  const resource = newResource();
  expect(await reserve(holder, resource)).toBeNull();
  await names(holder, resource);
  expect(await reserve(next, `${resource}/`, 86_400)).toEqual(taken);
  // As long as its settings name it, nothing gives it back.
  await releaseResource(commandHandler, { applicationId: holder, resource, wasUsed: true }, testContext());
  expect(await reserve(next, resource, 86_400)).toEqual(taken);
  expect((await findApi(commandHandler, `${resource}/`))?.applicationId).toBe(holder);
});

it("RI-19 refuses an identifier to other applications while a token of its former holder may live", async () => {
  const [holder, next] = [await registered(), await registered()];
  const resource = newResource();
  const release = (wasUsed: boolean) =>
    releaseResource(commandHandler, { applicationId: holder, resource, wasUsed }, testContext());
  // What never was an API is free at once.
  expect(await reserve(holder, resource)).toBeNull();
  await release(false);
  expect(await reserve(next, resource)).toBeNull();
  await releaseResource(commandHandler, { applicationId: next, resource, wasUsed: false }, testContext());
  expect(await reserve(holder, resource)).toBeNull();
  await release(true);
  expect(await reserve(next, resource, 3_600)).toEqual(taken);
  // Its former holder may have it again, and frees it no sooner by that.
  expect(await reserve(holder, resource)).toBeNull();
  await release(false);
  expect(await reserve(next, resource, 3_600)).toEqual(taken);
  expect(await reserve(next, resource, 3_700)).toBeNull();
});

it("RI-15 lets an identifier be claimed a minute after a registration that never came", async () => {
  const next = await registered();
  const resource = newResource();
  expect(await reserve(randomUUID(), resource)).toBeNull();
  expect(await reserve(next, resource, 30)).toEqual(taken);
  expect(await reserve(next, resource, 61)).toBeNull();
});

it("RI-04 refuses an address of this service", async () => {
  const one = await registered();
  for (const resource of [publicUrl, `${publicUrl}/`, `${publicUrl}/api`]) {
    expect(await reserve(one, resource)).toEqual({ refused: "resource-reserved" });
  }
});
