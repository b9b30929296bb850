import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { applicationIdOf } from "@attestory/events/client-id.ts";
import { applicationStream, clientSourcesStream } from "@attestory/events/envelope.ts";
import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { expect, it, onTestFinished } from "vitest";
import { application } from "../applications/application.ts";
import { loadApplication } from "../applications/load-application.ts";
import { clientSources } from "../client-sources/client-sources.ts";
import { commandScene } from "../testing/command-scene.ts";
import { givenAdmin, testContext } from "../testing/people.ts";
import { createClientDocuments } from "./client-documents.ts";

const { scratch, commandHandler } = commandScene();
const start = Date.now();
const after = (hours: number, ip = "203.0.113.7") => ({ now: new Date(start + hours * 3_600_000), ip });

async function allow(urlPrefix: string): Promise<string> {
  const adminId = await givenAdmin(scratch);
  const commandContext = { ...testContext(), actor: { kind: "user" as const, id: adminId } };
  const sourceId = commandContext.newId("client source");
  const command = { type: "allow", sourceId, urlPrefix, adminTerm: 1 } as const;
  const to = { decider: clientSources, stream: clientSourcesStream, person: adminId };
  expect(await commandHandler.handle({ ...to, command, commandContext })).toHaveProperty("position");
  return sourceId;
}

const remove = (sourceId: string) =>
  commandHandler.handle({
    decider: clientSources,
    stream: clientSourcesStream,
    command: { type: "remove", sourceId },
    person: null,
    commandContext: testContext(),
  });

/** A host whose entry is on the list, and what answers for it. */
async function givenHost() {
  const host = { asked: 0, respond: (() => {}) as RequestListener, said: {} as object, url: "", sourceId: "" };
  const server = createServer((request, response) => {
    host.asked++;
    host.respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  host.respond = (request, response) => {
    const client_id = host.url.replace("/client.json", request.url ?? "");
    const document = { client_id, redirect_uris: ["https://tools.example/callback"], ...host.said };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(document));
  };
  host.sourceId = await allow(new URL("/", host.url).href);
  return host;
}

const opened = (rateLimiter = unlimited) => createClientDocuments({ commandHandler, rateLimiter, allowPrivate: true });
const stateOf = async (url: string) =>
  (await commandHandler.load(application, applicationStream(applicationIdOf(url)))).state;

it("CM-11 reads a document again once it is no longer fresh, and follows what it says then", async () => {
  const host = await givenHost();
  const documents = opened();
  for (const hours of [0, 0.9]) expect(await documents.refresh(host.url, after(hours))).toBe(null);
  expect(host.asked).toBe(1);
  host.said = { redirect_uris: ["https://tools.example/other"] };
  expect(await documents.refresh(host.url, after(1.1))).toBe(null);
  expect(await loadApplication(commandHandler, host.url)).toMatchObject({
    redirectUris: ["https://tools.example/other"],
    kind: "public",
    epoch: 0,
  });
});

it("CM-13 goes on for a day with what it knows while the host cannot be reached, and no longer", async () => {
  const host = await givenHost();
  expect(await opened().refresh(host.url, after(0))).toBe(null);
  host.respond = (_, response) => void response.destroy();
  expect(await opened().refresh(host.url, after(24.9))).toBe(null);
  expect(await opened().refresh(host.url, after(25.1))).toMatchObject({ reason: "unreachable" });
  expect(await opened().refresh(`${host.url}?new`, after(0))).toMatchObject({ reason: "unreachable" });
});

it("CM-13 ends at once with a document that is gone or wrong", async () => {
  const host = await givenHost();
  expect(await opened().refresh(host.url, after(0))).toBe(null);
  host.said = { client_id: "https://other.example/" };
  expect(await opened().refresh(host.url, after(2))).toMatchObject({ reason: "wrong-document" });
});

it("CM-13 does not come back while its host cannot be reached, once its document was gone, and comes back with it", async () => {
  const host = await givenHost();
  const { respond } = host;
  expect(await opened().refresh(host.url, after(0))).toBe(null);
  const answering = (status: number) => (host.respond = (_, response) => void response.writeHead(status).end());
  answering(404);
  for (const hours of [2, 3]) {
    expect(await opened().refresh(host.url, after(hours))).toMatchObject({ reason: "wrong-document" });
  }
  answering(503);
  expect(await opened().refresh(host.url, after(4))).toMatchObject({ reason: "unreachable" });
  host.respond = respond;
  expect(await opened().refresh(host.url, after(5))).toBe(null);
  expect(await loadApplication(commandHandler, host.url)).toMatchObject({ epoch: 0 });
  const { version } = await commandHandler.load(application, applicationStream(applicationIdOf(host.url)));
  expect(version, "registered, fetched, refused once, fetched").toBe(4);
});

it("CM-05 says the same of a private address as of a host that cannot be reached", async () => {
  await allow("https://inner.example/");
  const documents = createClientDocuments({
    commandHandler,
    rateLimiter: unlimited,
    allowPrivate: false,
    findAddresses: async () => [{ address: "10.0.0.1", family: 4 }],
  });
  const fault = await documents.refresh("https://inner.example/client.json", after(0));
  expect(fault).toEqual({ reason: "unreachable", sentence: expect.stringContaining("unreachable, or not public") });
});

it("CM-12 is off without an entry, and ends with it: a new one does not bring back what was issued before", async () => {
  const host = await givenHost();
  const documents = opened();
  expect(await documents.refresh("https://elsewhere.example/client.json", after(0))).toMatchObject({
    reason: "not-allowed",
  });
  expect(await documents.refresh(host.url, after(0))).toBe(null);
  await remove(host.sourceId);
  expect(await loadApplication(commandHandler, host.url)).toBe(null);
  expect(await documents.refresh(host.url, after(0))).toMatchObject({ reason: "not-allowed" });
  await allow(new URL("/", host.url).href);
  expect(await loadApplication(commandHandler, host.url)).toBe(null);
  expect(await documents.refresh(host.url, after(0))).toBe(null);
  expect(await loadApplication(commandHandler, host.url)).toMatchObject({ epoch: 1 });
});

it("CM-14 fetches nothing for an application that an admin suspended or deleted, and does not bring it back", async () => {
  const host = await givenHost();
  expect(await opened().refresh(host.url, after(0))).toBe(null);
  const found = await stateOf(host.url);
  const ownerId = found.status === "registered" ? found.ownerId : "";
  const to = { decider: application, stream: applicationStream(applicationIdOf(host.url)), person: ownerId };
  for (const [command, fault] of [
    [{ type: "change-status", isActive: false }, null],
    [{ type: "delete", ownerId, isByItself: false }, expect.objectContaining({ reason: "deleted" })],
  ] as const) {
    await commandHandler.handle({ ...to, command, commandContext: testContext() });
    expect(await opened().refresh(host.url, after(48))).toEqual(fault);
    expect(await loadApplication(commandHandler, host.url)).toBe(null);
  }
  expect(host.asked).toBe(1);
});

it("CM-15 asks once for each address at a time, and does not repeat a failure at once", async () => {
  const host = await givenHost();
  const documents = opened();
  const answers = await Promise.all(Array.from({ length: 20 }, () => documents.refresh(host.url, after(0))));
  expect([new Set(answers), host.asked]).toEqual([new Set([null]), 1]);
  host.respond = (_, response) => void response.writeHead(404).end();
  for (let time = 0; time < 5; time++) {
    expect(await documents.refresh(`${host.url}?gone`, after(0))).toMatchObject({ reason: "wrong-document" });
  }
  expect(host.asked).toBe(2);
});

it("CM-15 limits what a network makes it fetch; what is known goes on", async () => {
  const host = await givenHost();
  const documents = opened(inProcessRateLimiter(() => new Date()));
  expect(await documents.refresh(host.url, after(0))).toBe(null);
  const floods = Array.from({ length: 30 }, (_, at) => documents.refresh(`${host.url}?${at}`, after(0)));
  expect((await Promise.all(floods)).filter((fault) => fault?.reason === "busy")).toHaveLength(1);
  expect(await documents.refresh(`${host.url}?30`, after(0))).toMatchObject({ reason: "busy" });
  expect(await documents.refresh(host.url, after(2))).toBe(null);
  expect(await documents.refresh(`${host.url}?30`, after(0, "198.51.100.7"))).toBe(null);
});

it("CM-21 keeps a known application going, whatever strangers ask for below its entry", async () => {
  const host = await givenHost();
  const documents = opened(inProcessRateLimiter(() => new Date()));
  expect(await documents.refresh(host.url, after(0))).toBe(null);
  const { respond } = host;
  host.respond = (_, response) => void response.writeHead(404).end();
  const strangers = Array.from({ length: 600 }, (_, at) =>
    documents.refresh(`${host.url}?${at}`, after(0, `198.51.${at % 20}.7`)),
  );
  await Promise.all(strangers);
  expect(await documents.refresh(`${host.url}?new`, after(0))).toEqual({
    reason: "busy",
    sentence: expect.stringContaining("too many were asked for just now"),
  });
  host.respond = respond;
  host.said = { redirect_uris: ["https://tools.example/new"] };
  expect(await documents.refresh(host.url, after(2))).toBe(null);
  expect(await stateOf(host.url)).toMatchObject({ redirectUris: ["https://tools.example/new"] });
});
