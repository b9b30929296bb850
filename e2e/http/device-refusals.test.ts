import { beforeAll, expect, it } from "vitest";
import { givenAdmin, type Member } from "./admins.ts";
import { registerApplication } from "./applications.ts";
import { givenVisitor } from "./authorizations.ts";
import { call, givenSignedInUser } from "./client.ts";
import { callsOf } from "./client-call-list.ts";
import { answer, askDevice, deviceApplication, deviceScene, givenDevice, poll, see } from "./device-scene.ts";
import { refresh } from "./grants.ts";
import { askToken, errorOf, invalidGrant } from "./token-calls.ts";

const scene = deviceScene();
let admin: Member;
beforeAll(async () => {
  admin = await givenAdmin(scene.product);
});

const pending = [400, "authorization_pending"];
const moderate = (id: string, what: "status" | "trust", body: object) =>
  call(scene.url, `PUT /api/admin/applications/${id}/${what}`, { token: admin.token, body });

it("DF-07 takes a request from an application that proves who it is, and allows it in its settings", async () => {
  const { url, application } = scene;
  const wrong = { clientId: application.clientId, clientSecret: "atcs_wrong" };
  expect(errorOf(await askDevice(url, {}, { basic: wrong }))).toEqual([401, "invalid_client"]);
  expect(errorOf(await askDevice(url, {}))).toEqual([401, "invalid_client"]);
  expect(errorOf(await askDevice(url, { client_id: application.clientId }))).toEqual([401, "invalid_client"]);
  const silent = await registerApplication(url);
  expect(errorOf(await askDevice(url, {}, { basic: silent }))).toEqual([400, "unauthorized_client"]);
  const device = await givenDevice(scene);
  expect(errorOf(await poll(scene, device, { basic: silent }))).toEqual([400, "unauthorized_client"]);

  const open = await deviceApplication(url, { type: "public" });
  const asked = await askDevice(url, { client_id: open.clientId, scope: "openid" });
  expect(asked.status).toBe(200);
  expect((await answer(scene, asked.body)).status).toBe(200);
  const sent = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", client_id: open.clientId };
  expect((await askToken(url, { ...sent, device_code: asked.body.device_code })).status).toBe(200);
});

it("DF-07 refuses doubled, oversized and unreadable parameters, and what is no device code", async () => {
  const { url, application } = scene;
  const basic = { basic: application };
  const scopes: [Record<string, string> | [string, string][], string][] = [
    [{ scope: "x".repeat(2001) }, "invalid_scope"],
    [{ scope: "x".repeat(501) }, "invalid_scope"],
    [{ scope: Array.from({ length: 101 }, (_, n) => `s${n}`).join(" ") }, "invalid_scope"],
    [{ scope: 'openid "quoted"' }, "invalid_scope"],
    [
      [
        ["scope", "openid"],
        ["scope", "email"],
      ],
      "invalid_request",
    ],
  ];
  for (const [sent, error] of scopes) expect(errorOf(await askDevice(url, sent, basic))).toEqual([400, error]);
  expect((await askDevice(url, { scope: "x".repeat(500) }, basic)).status).toBe(200);
  expect((await askDevice(url, { unknown: "1" }, basic)).status).toBe(200);

  const [device, other] = [await givenDevice(scene), await givenDevice(scene)];
  const { device_code: code } = device;
  const twists = [
    code.slice(0, -1),
    `${code}A`,
    `${code}\0`,
    code.toUpperCase(),
    code.slice(0, 40) + other.device_code.slice(40),
    code.replace("atd_", "atc_"),
    "x".repeat(10_000),
    "{}",
  ];
  for (const twist of twists) {
    expect([twist, ...errorOf(await poll(scene, { device_code: twist }))]).toEqual([twist, ...invalidGrant]);
  }
  expect(errorOf(await poll(scene, { device_code: "" }))).toEqual([400, "invalid_request"]);
  const grant_type = "authorization_code";
  const asCode = { grant_type, code, redirect_uri: "https://app.example.com/callback" };
  expect(errorOf(await askToken(url, asCode, basic))).toEqual(invalidGrant);
  expect(errorOf(await poll(scene, device))).toEqual(pending);
});

it("DF-07 shows its developer why a call of a device was refused", async () => {
  const { url } = scene;
  const application = await registerApplication(url);
  await askDevice(url, { scope: "openid" }, { basic: application });
  expect(await callsOf(url, application, 1)).toMatchObject([
    { endpoint: "device_authorization", error: "unauthorized_client" },
  ]);
});

it("DF-08 takes an answer from no other site, nor from anyone but a user who is signed in", async () => {
  const { url } = scene;
  const visitor = await givenVisitor(url);
  const device = await givenDevice(scene);
  const seen = await see(url, { token: visitor.person?.token ?? "" }, device.user_code);
  const body = JSON.stringify({ userCode: device.user_code, request: seen.body.request, outcome: "granted" });
  const cookie = { cookie: visitor.jar.header };
  const json = { "content-type": "application/json" };
  const send = (headers: Record<string, string>) =>
    fetch(`${url}/api/oauth/device`, { method: "POST", headers: { ...cookie, ...headers }, body });
  const foreign: Record<string, string>[] = [
    { ...json, origin: "https://evil.example" },
    { ...json, origin: "null" },
    { ...json, "sec-fetch-site": "cross-site" },
    { "content-type": "text/plain", "sec-fetch-site": "cross-site" },
    { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
    json,
  ];
  for (const headers of foreign) expect([headers, (await send(headers)).status]).toEqual([headers, 403]);
  const nobody = await fetch(`${url}/api/oauth/device`, { method: "POST", headers: { ...json, origin: url }, body });
  expect(nobody.status).toBe(401);
  expect(errorOf(await poll(scene, device))).toEqual(pending);
  expect((await send({ ...json, origin: url })).status).toBe(200);
});

it("DF-09 gives nothing once the application is suspended, or no longer allows devices", async () => {
  const { url, user } = scene;
  const application = await deviceApplication(url);
  const asking = { url, application };
  const [waiting, allowed, later] = [await givenDevice(asking), await givenDevice(asking), await givenDevice(asking)];
  await answer({ url, user }, allowed);
  await moderate(application.id, "status", { isActive: false });
  expect(errorOf(await poll(asking, waiting))).toEqual([401, "invalid_client"]);
  const gone = await see(url, user, waiting.user_code);
  expect([gone.status, gone.body.code]).toEqual([410, "application_gone"]);
  await moderate(application.id, "status", { isActive: true });
  expect(errorOf(await poll(asking, allowed))).toEqual(invalidGrant);

  const body = { name: "Ledgerline", redirectUris: ["https://app.example.com/callback"], allowDeviceFlow: false };
  const { token } = application.developer;
  expect((await call(url, `PUT /api/developer/applications/${application.id}`, { token, body })).status).toBe(200);
  expect(errorOf(await poll(asking, later))).toEqual([400, "unauthorized_client"]);
  expect((await answer({ url, user }, later)).status).toBe(410);
});

it("DF-09 ends with the user's session unless it outlives it, and with the consent", async () => {
  const { url } = scene;
  const user = await givenSignedInUser(url);
  const [short, lasting, revoked] = [
    await givenDevice(scene),
    await givenDevice(scene, "openid offline_access"),
    await givenDevice(scene, "openid offline_access"),
  ];
  for (const device of [short, lasting, revoked]) await answer({ url, user }, device);
  const revoke = `DELETE /api/user/connected-apps/${scene.application.id}`;
  const kept = (await poll(scene, lasting)).body;
  expect((await call(url, "POST /api/auth/logout", { token: user.token })).status).toBe(200);
  expect(errorOf(await poll(scene, short))).toEqual(invalidGrant);
  const refreshed = await refresh(scene, kept);
  expect(refreshed.status).toBe(200);
  const { body: again } = await call(url, "POST /api/auth/login", {
    body: { email: user.email, password: user.password },
  });
  expect((await call(url, revoke, { token: again.token })).status).toBe(200);
  expect(errorOf(await poll(scene, revoked))).toEqual(invalidGrant);
  expect(errorOf(await refresh(scene, refreshed.body))).toEqual(invalidGrant);
});

it("DF-10 asks also for a trusted application, and for one that was allowed before", async () => {
  const { url, user } = scene;
  const application = await deviceApplication(url);
  await moderate(application.id, "trust", { trusted: true });
  const asking = { url, application };
  const [first, second] = [await givenDevice(asking), await givenDevice(asking)];
  expect(errorOf(await poll(asking, first))).toEqual(pending);
  await answer({ url, user }, first);
  expect((await poll(asking, first)).status).toBe(200);
  expect((await see(url, user, second.user_code)).body).toMatchObject({ grantedScopes: ["openid", "profile"] });
  expect(errorOf(await poll(asking, second))).toEqual(pending);
});
