import { randomUUID } from "node:crypto";
import { mostApplications } from "@attestory/command-api/applications/counted-applications.ts";
import { applicationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { givenDeveloper, type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { call, emailTo, givenSignedInUser } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll, typesIn } from "./stored-log.ts";
import { askToken } from "./token-calls.ts";

const scene = adminScene();

const handOver = (id: string, userId: string) =>
  call(scene.url, `POST /api/admin/applications/${id}/hand-over`, { token: scene.admin.token, body: { userId } });
const ask = async (request: string, token: string) => {
  const headers = await knowingAll(scene.product);
  return askUntilUpToDate(() => call(scene.url, request, { token, headers }));
};
const applicationsOf = async ({ token }: { token: string }) =>
  (await ask("GET /api/developer/applications", token)).body.applications;
const newest = async ({ token }: { token: string }) =>
  (await ask("GET /api/user/activity?limit=1", token)).body.activity[0];
const refresh = (basic: RegisteredApplication, token: string) =>
  askToken(scene.url, { grant_type: "refresh_token", refresh_token: token }, { basic });

it("AP-12 gives an application to another developer with its secret, and its tokens go on", async () => {
  const application = await registerApplication(scene.url);
  const former = application.developer;
  const visitor = await givenVisitor(scene.url);
  const sent = requestOf(application, { scope: "openid offline_access" });
  await visitor.authorize(sent);
  const { code = "" } = answerIn((await visitor.consent(sent)).body.redirectUrl);
  const exchange = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
  const tokens = await askToken(scene.url, exchange, { basic: application });
  const next = await givenDeveloper(scene.url);

  const { status, body } = await handOver(application.id, next.id);

  expect([status, body]).toEqual([200, { message: "Application handed over" }]);
  expect(await applicationsOf(former)).toEqual([]);
  expect(await applicationsOf(next)).toMatchObject([
    { id: application.id, name: "Ledgerline", clientSecret: application.clientSecret },
  ]);
  expect((await refresh(application, tokens.body.refresh_token)).status).toBe(200);
  expect(await newest(former)).toMatchObject({
    type: "application",
    sentence: "An application was handed over to another developer",
    detail: "Called Ledgerline. It is no longer yours. By an admin",
    canDisown: false,
    network: null,
  });
  expect(await newest(next)).toMatchObject({
    sentence: "An application was handed over to you",
    detail: "Called Ledgerline. Its former owner may know its client secret: rotate it. By an admin",
  });
  const email = await emailTo(scene.url, next.email, "handed over");
  expect(email.text).toContain(`${scene.url}/dashboard/developer`);
  expect(email.text).not.toContain("Ledgerline");
  expect((await emailTo(scene.url, former.email, "handed over")).text).toContain("It is no longer yours");
});

it("AP-12 ends at once what the former owner could do with it", async () => {
  const { id, developer, ...application } = await registerApplication(scene.url);
  const next = await givenDeveloper(scene.url);
  const body = { name: "Ledger", redirectUris: [redirectUri] };
  const repeated = { "idempotency-key": randomUUID() };
  const { token } = developer;
  const change = (headers = {}) => call(scene.url, `PUT /api/developer/applications/${id}`, { token, body, headers });
  expect((await change(repeated)).status).toBe(200);

  await handOver(id, next.id);

  const refused = [
    await change(),
    await call(scene.url, `DELETE /api/developer/applications/${id}`, { token }),
    await call(scene.url, `POST /api/developer/applications/${id}/rotate-secret`, { token }),
    await call(scene.url, `GET /api/developer/applications/${id}/requests`, { token }),
    await call(scene.url, `GET /api/developer/applications/${id}/claims`, { token }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const answer = await change(repeated);
  expect(answer.status).toBe(409);
  expect(JSON.stringify(answer.body)).not.toContain(application.name);
  const rotated = await call(scene.url, `POST /api/developer/applications/${id}/rotate-secret`, { token: next.token });
  expect(rotated.status).toBe(200);
});

it("AP-12 shows the former owner no secret when the registration is repeated", async () => {
  const developer = await givenDeveloper(scene.url);
  const asked = {
    token: developer.token,
    body: { name: "Ledgerline", redirectUris: [redirectUri] },
    headers: { "idempotency-key": randomUUID() },
  };
  const first = await call(scene.url, "POST /api/developer/applications", asked);
  await handOver(first.body.application.id, (await givenDeveloper(scene.url)).id);
  const again = await call(scene.url, "POST /api/developer/applications", asked);
  expect([first.status, again.status]).toEqual([201, 409]);
  expect(JSON.stringify(again.body)).not.toContain(first.body.application.clientSecret);
});

it("AP-12 takes the application of a deactivated developer, whose account changes nothing", async () => {
  const { id, developer } = await registerApplication(scene.url);
  const body = { isActive: false };
  await call(scene.url, `PUT /api/admin/users/${developer.id}/status`, { token: scene.admin.token, body });
  expect((await handOver(id, scene.admin.id)).status).toBe(200);
  expect((await handOver(id, developer.id)).body).toMatchObject({ code: "not_a_developer" });
});

it("AP-12 is refused for whom may not own it, and for an unknown application", async () => {
  const { id, developer } = await registerApplication(scene.url);
  const user = await givenSignedInUser(scene.url);
  for (const userId of [user.id, randomUUID()]) {
    const { status, body } = await handOver(id, userId);
    expect([status, body.code]).toEqual([409, "not_a_developer"]);
  }
  expect((await handOver(id, developer.id)).body.code).toBe("owns_already");
  expect((await handOver(randomUUID(), developer.id)).status).toBe(404);
});

it("AP-12 RC-12 never gives a developer more than the most, with several at once", async () => {
  const owner = await givenDeveloper(scene.url);
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((await registerApplication(scene.url, { developer: owner })).id);
  const next = await givenDeveloper(scene.url);
  for (let n = 0; n < mostApplications - 1; n++) {
    await call(scene.url, "POST /api/developer/applications", {
      token: next.token,
      body: { name: "One", redirectUris: [redirectUri] },
    });
  }
  const answers = await Promise.all(ids.map((id) => handOver(id, next.id)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [409, "too_many_applications"]),
  );
  expect(await applicationsOf(next)).toHaveLength(mostApplications);
});

it("AP-12 is carried out once for each of two at once that are accepted", async () => {
  const { id } = await registerApplication(scene.url);
  const developers = [await givenDeveloper(scene.url), await givenDeveloper(scene.url)];
  const answers = await Promise.all(developers.map((developer) => handOver(id, developer.id)));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const accepted = answers.filter(({ status }) => status === 200).length;
  expect(accepted).toBeGreaterThan(0);
  const types = await typesIn(scene.product, applicationStream(id));
  expect(types.filter((type) => type === "ApplicationHandedOver")).toHaveLength(accepted);
  const owned = await Promise.all(developers.map(applicationsOf));
  expect(owned.flat()).toHaveLength(1);
});

it("AP-12 once more with the same idempotency key changes nothing", async () => {
  const { id } = await registerApplication(scene.url);
  const [next, third] = [await givenDeveloper(scene.url), await givenDeveloper(scene.url)];
  const asked = { token: scene.admin.token, body: { userId: next.id }, headers: { "idempotency-key": randomUUID() } };
  const path = `POST /api/admin/applications/${id}/hand-over`;
  expect((await call(scene.url, path, asked)).status).toBe(200);
  await handOver(id, third.id);
  expect((await call(scene.url, path, asked)).status).toBe(200);
  expect(await applicationsOf(third)).toHaveLength(1);
});
