import { randomUUID } from "node:crypto";
import { applicationStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type Developer, givenDeveloper, redirectUri, registerApplication } from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { facts, knowingAll, when } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
let developer: Developer;
beforeAll(async () => {
  url = product.url;
  developer = await givenDeveloper(url);
});

const good = { name: "Ledgerline", redirectUris: [redirectUri] };
const register = (body: unknown, token = developer.token) =>
  call(url, "POST /api/developer/applications", { token, body });
const change = (id: string, body: unknown, token = developer.token) =>
  call(url, `PUT /api/developer/applications/${id}`, { token, body });
const remove = (id: string, token = developer.token) =>
  call(url, `DELETE /api/developer/applications/${id}`, { token });
const listOf = async (token: string) => {
  const headers = await knowingAll({ url });
  const listed = await askUntilUpToDate(() => call(url, "GET /api/developer/applications", { token, headers }));
  return listed.body.applications;
};
const outcomeOf = ({ status, body }: Answered) => [status, body.code];

describe("an application", () => {
  it("is registered, changed and deleted by its developer", async () => {
    const { developer: owner, ...application } = await registerApplication(url);
    const { token } = owner;
    expect(application).toEqual({
      id: expect.any(String),
      ...good,
      description: null,
      logoUrl: null,
      homepageUrl: null,
      type: "confidential",
      requirePkce: false,
      idTokenAlgorithm: "RS256",
      allowFrameSignIn: false,
      profileInIdToken: false,
      requirePushedRequests: false,
      allowUnsignedRequests: false,
      postLogoutRedirectUris: [],
      backchannelLogoutUri: null,
      allowDeviceFlow: false,
      jwks: null,
      tokenEndpointAuthMethod: "client_secret",
      requireDpop: false,
      api: null,
      hasRegistrationAccess: false,
      clientId: application.id,
      clientSecret: expect.stringMatching(/^atcs_[A-Za-z0-9_-]{43}$/),
      isActive: true,
      createdAt: expect.any(String),
    });
    expect(await listOf(token)).toEqual([application]);
    const said = {
      ...good,
      name: "Ledger",
      logoUrl: "https://app.example.com/logo.png",
      requirePkce: true,
      idTokenAlgorithm: "ES256",
      allowFrameSignIn: true,
      profileInIdToken: true,
      requirePushedRequests: true,
      allowUnsignedRequests: true,
      postLogoutRedirectUris: ["https://app.example.com/signed-out"],
      backchannelLogoutUri: "https://app.example.com/backchannel-logout",
    };
    const changed = await change(application.id, said, token);
    expect([changed.status, changed.body]).toEqual([
      200,
      { application: { ...application, ...said, clientSecret: null } },
    ]);
    expect(await listOf(token)).toEqual([{ ...application, ...said }]);
    expect((await remove(application.id, token)).body).toEqual({ message: "Application deleted" });
    expect(await listOf(token)).toEqual([]);
    expect(outcomeOf(await remove(application.id, token))).toEqual([404, "not_found"]);
  });

  it("has no secret and needs PKCE if it is public", async () => {
    const { body } = await register({ ...good, type: "public" });
    expect(body.application).toMatchObject({ type: "public", clientSecret: null, requirePkce: true });
    const { id } = body.application;
    expect((await change(id, { ...good, requirePkce: false })).body.fields).toEqual({
      requirePkce: "A public application always has to use PKCE",
    });
    const rotated = await call(url, `POST /api/developer/applications/${id}/rotate-secret`, { token: developer.token });
    expect(outcomeOf(rotated)).toEqual([409, "no_secret"]);
  });

  it("is the same one, with the same secret, if its registration is repeated", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const asking = { token: developer.token, body: good, headers };
    const first = await call(url, "POST /api/developer/applications", asking);
    const { response: again, events } = await when(product, () =>
      call(url, "POST /api/developer/applications", asking),
    );
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(events).toEqual([]);
    const other = await call(url, "POST /api/developer/applications", { ...asking, body: { ...good, name: "Other" } });
    expect(outcomeOf(other)).toEqual([409, "idempotency_key_reused"]);
  });
});

describe("the fields of an application", () => {
  const long = "a".repeat(10_240);
  it.each([
    ["AP-01", { redirectUris: ["javascript:alert(1)"] }, "redirectUris.0"],
    ["AP-01", { redirectUris: [redirectUri, "https://app.example.com/cb#x"] }, "redirectUris.1"],
    ["AP-01", { redirectUris: [`https://app.example.com/${long}`] }, "redirectUris.0"],
    ["AP-02", { redirectUris: ["http://app.example.com/cb"] }, "redirectUris.0"],
    ["AP-03", { redirectUris: [" "] }, "redirectUris"],
    ["AP-03", { redirectUris: [[redirectUri]] }, "redirectUris.0"],
    ["AP-04", { logoUrl: "data:text/html,x" }, "logoUrl"],
    ["AP-04", { logoUrl: "https://169.254.169.254/logo.png" }, "logoUrl"],
    ["AP-05", { name: "a".repeat(101) }, "name"],
    ["AP-05", { description: "a".repeat(1001) }, "description"],
  ])("%s are checked when it is registered and when it is changed (%#)", async (_, said, field) => {
    const { id } = (await register(good)).body.application;
    const before = (await facts(product)).length;
    for (const answer of [await register({ ...good, ...said }), await change(id, { ...good, ...said })]) {
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
    }
    expect((await facts(product)).length).toBe(before);
    await remove(id);
  });

  it("AP-03 AP-05 are stored without blank URIs, duplicates and invisible characters", async () => {
    const name = "<img src=x onerror=alert(1)> \u202egnp\u200b\n";
    const { body } = await register({ name, redirectUris: ["", redirectUri, redirectUri] });
    const { id } = body.application;
    const stored = { name: "<img src=x onerror=alert(1)> gnp", redirectUris: [redirectUri] };
    expect(body.application).toMatchObject(stored);
    expect((await product.history(applicationStream(id)))[0]).toMatchObject({ data: stored });
    await remove(id);
  });

  it("AP-05 refuses a body of a megabyte", async () => {
    expect((await register({ ...good, description: "a".repeat(1_048_576) })).status).toBe(413);
  });

  it("AP-07 refuses every field that only the service decides", async () => {
    const { id } = (await register(good)).body.application;
    const before = (await facts(product)).length;
    const decided = ["clientId", "clientSecret", "ownerId", "isActive", "createdAt", "trusted", "epoch"];
    for (const field of decided) {
      const body = { ...good, [field]: "x" };
      for (const { status, body: refusal } of [await register(body), await change(id, body)]) {
        expect([status, refusal.fields]).toEqual([400, { [field]: "This is not known here" }]);
      }
    }
    const forged = `{"name":"x","redirectUris":["${redirectUri}"],"__proto__":{"isActive":false}}`;
    for (const { status } of [await register(forged), await change(id, forged)]) expect(status).toBe(400);
    expect((await facts(product)).length).toBe(before);
    await remove(id);
  });
});

it("AP-06 answers another developer's application exactly like an unknown one, and changes nothing", async () => {
  const stranger = await registerApplication(url);
  const bodyOf = ({ status, body }: Answered) => ({ status, body });
  const rotate = (id: string) =>
    call(url, `POST /api/developer/applications/${id}/rotate-secret`, { token: developer.token });
  for (const ask of [(id: string) => change(id, good), (id: string) => remove(id), rotate]) {
    const { response, events } = await when(product, () => ask(stranger.id));
    expect(bodyOf(response)).toEqual(bodyOf(await ask(randomUUID())));
    expect([response.status, events]).toEqual([404, []]);
  }
});
