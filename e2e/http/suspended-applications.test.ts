import { randomUUID } from "node:crypto";
import { applicationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { call } from "./client.ts";
import { knowingAll, typesIn } from "./stored-log.ts";
import { askToken } from "./token-calls.ts";

const scene = adminScene();

const decide = (id: string, what: "status" | "trust", body: object) =>
  call(scene.url, `PUT /api/admin/applications/${id}/${what}`, { token: scene.admin.token, body });
const ofItself = (basic: RegisteredApplication) => askToken(scene.url, { grant_type: "client_credentials" }, { basic });
const exchange = (basic: RegisteredApplication, code: string) =>
  askToken(scene.url, { grant_type: "authorization_code", code, redirect_uri: redirectUri }, { basic });
const refresh = (basic: RegisteredApplication, token: string) =>
  askToken(scene.url, { grant_type: "refresh_token", refresh_token: token }, { basic });

it("stops codes and tokens of a suspended application at once, and those of before for good", async () => {
  const application = await registerApplication(scene.url);
  const visitor = await givenVisitor(scene.url);
  const sent = requestOf(application, { scope: "openid offline_access" });
  await visitor.authorize(sent);
  const [first, again] = [await visitor.consent(sent), await visitor.authorize(sent)];
  const used = answerIn(first.body.redirectUrl).code ?? "";
  const waiting = answerIn(again.headers.get("location")).code ?? "";
  const tokens = await exchange(application, used);
  expect([tokens.status, typeof tokens.body.refresh_token]).toEqual([200, "string"]);

  const suspended = await decide(application.id, "status", { isActive: false });

  expect([suspended.status, suspended.body]).toEqual([200, { message: "Application status updated" }]);
  expect([(await ofItself(application)).status, (await exchange(application, waiting)).status]).toEqual([401, 401]);
  expect((await refresh(application, tokens.body.refresh_token)).status).toBe(401);
  expect((await visitor.authorize(sent)).status).not.toBe(303);

  expect((await decide(application.id, "status", { isActive: true })).status).toBe(200);
  expect((await ofItself(application)).status).toBe(200);
  for (const answer of [await exchange(application, waiting), await refresh(application, tokens.body.refresh_token)]) {
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
  }
});

it("shows its developer that an application is suspended, and that no change of theirs ends it", async () => {
  const application = await registerApplication(scene.url);
  const { token } = application.developer;
  await decide(application.id, "status", { isActive: false });
  const body = { name: "Other", redirectUris: [redirectUri] };
  const changed = await call(scene.url, `PUT /api/developer/applications/${application.id}`, { token, body });
  expect(changed.body.application).toMatchObject({ name: "Other", isActive: false });
  const { body: listed } = await call(scene.url, "GET /api/developer/applications", {
    token,
    headers: await knowingAll(scene.product),
  });
  expect(listed.applications).toMatchObject([{ name: "Other", isActive: false }]);
});

it("asks for no consent of a trusted application, until an admin says otherwise", async () => {
  const application = await registerApplication(scene.url);
  const visitor = await givenVisitor(scene.url);
  const sent = requestOf(application);
  expect((await decide(application.id, "trust", { trusted: true })).body).toEqual({
    message: "Application trust updated",
  });
  expect((await visitor.authorize(sent)).status).toBe(303);
  await decide(application.id, "trust", { trusted: false });
  expect((await visitor.authorize(sent)).status).toBe(200);
});

it("records each decision once, and knows no application that does not exist", async () => {
  const application = await registerApplication(scene.url);
  for (const isActive of [false, false, true, true]) await decide(application.id, "status", { isActive });
  for (const trusted of [true, true]) await decide(application.id, "trust", { trusted });
  expect(await typesIn(scene.product, applicationStream(application.id))).toEqual([
    "ApplicationRegistered",
    "ApplicationSuspended",
    "ApplicationActivated",
    "ApplicationTrustChanged",
  ]);
  for (const id of [randomUUID(), scene.admin.id]) {
    expect((await decide(id, "status", { isActive: false })).body.code).toBe("not_found");
  }
});
