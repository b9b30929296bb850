import { deviceRequestStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { call, givenSignedInUser } from "./client.ts";
import { answer, deviceApplication, deviceScene, givenDevice, poll, see } from "./device-scene.ts";
import { askUserinfo, refresh } from "./grants.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";
import { claimsOf, endReason, errorOf, invalidGrant } from "./token-calls.ts";

const scene = deviceScene();
const pending = [400, "authorization_pending"];

it("DF-01 gives a device the tokens of a code, once its user has allowed it", async () => {
  const { url, user, application } = scene;
  const device = await givenDevice(scene, "openid profile offline_access");
  expect(device).toEqual({
    device_code: expect.stringMatching(/^atd_/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${url}/device`,
    verification_uri_complete: `${url}/device?user_code=${device.user_code}`,
    expires_in: 900,
    interval: 5,
  });
  expect(errorOf(await poll(scene, device))).toEqual(pending);
  const seen = await see(url, user, device.user_code);
  expect(seen.body).toMatchObject({
    userCode: device.user_code,
    application: { name: application.name },
    scope: "openid profile offline_access",
    grantedScopes: [],
    grantedAt: null,
  });
  expect((await answer({ url, user }, device)).body).toEqual({ message: "Device allowed" });

  const { status, headers, body } = await poll(scene, device);

  expect([status, headers.get("cache-control"), headers.get("pragma")]).toEqual([200, "no-store", "no-cache"]);
  expect(body).toEqual({
    access_token: expect.any(String),
    id_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: "Bearer",
    expires_in: 3600,
    scope: "openid profile offline_access",
  });
  expect(claimsOf(body.id_token)).toMatchObject({ sub: user.id, aud: application.id, auth_time: expect.any(Number) });
  expect((await askUserinfo(url, body.access_token)).body).toMatchObject({ sub: user.id, username: user.username });
  const refreshed = await refresh(scene, body);
  expect([refreshed.status, typeof refreshed.body.refresh_token]).toEqual([200, "string"]);
});

it("DF-01 records a consent, shows the application as connected, and lists the answers in the activity", async () => {
  const { url, product, application } = scene;
  const user = await givenSignedInUser(url);
  await answer({ url, user }, await givenDevice(scene, "openid"));
  await answer({ url, user }, await givenDevice(scene, "openid"), "denied");
  const asking = { token: user.token, headers: await knowingAll(product) };
  const read = (request: string) => askUntilUpToDate(() => call(url, request, asking));
  const { body: apps } = await read("GET /api/user/connected-apps");
  expect(JSON.stringify(apps)).toContain(application.id);
  const { body: shown } = await read("GET /api/user/activity?limit=3");
  expect(shown.activity.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    "An application on a device was refused",
    "An application was connected",
    "An application was allowed on a device",
  ]);
});

it("DF-02 gives tokens to the application that asked alone, and ends what another one presents", async () => {
  const { url, user } = scene;
  const other = await deviceApplication(url);
  const device = await givenDevice(scene);
  expect(errorOf(await poll(scene, device, { basic: other }))).toEqual(invalidGrant);
  expect(errorOf(await poll(scene, device))).toEqual(pending);
  await answer({ url, user }, device);
  expect(errorOf(await poll(scene, device, { basic: other }))).toEqual(invalidGrant);
  expect(errorOf(await poll(scene, device))).toEqual(invalidGrant);
  expect(await endReason(scene.product, device.device_code)).toEqual(["code-leaked"]);
});

it("DF-03 gives tokens once: a second use ends what the first gave", async () => {
  const { url, user } = scene;
  const device = await givenDevice(scene, "openid offline_access");
  await answer({ url, user }, device);
  const answers = await Promise.all([poll(scene, device), poll(scene, device)]);
  const given = answers.filter(({ status }) => status === 200);
  expect([given.length, answers.length]).toEqual([1, 2]);
  expect(errorOf(await poll(scene, device))).toEqual(invalidGrant);
  expect(errorOf(await refresh(scene, given[0]?.body))).toEqual(invalidGrant);
  expect(await endReason(scene.product, device.device_code)).toEqual(["code-replayed"]);
});

it("DF-04 answers access_denied to the device once its user refused, and takes no second answer", async () => {
  const { url, user } = scene;
  const device = await givenDevice(scene);
  const { body: seen } = await see(url, user, device.user_code);
  expect((await answer({ url, user }, device, "denied")).body).toEqual({ message: "Device refused" });
  expect([errorOf(await poll(scene, device)), errorOf(await poll(scene, device))]).toEqual([
    [400, "access_denied"],
    [400, "access_denied"],
  ]);
  const body = { userCode: device.user_code, request: seen.request, outcome: "granted" };
  const again = await call(url, "POST /api/oauth/device", { token: user.token, body });
  expect([again.status, again.body.code]).toEqual([409, "code_used"]);
  expect(errorOf(await poll(scene, device))).toEqual([400, "access_denied"]);
});

it("DF-04 takes one answer, of the user who gives it first, and refuses a repeat", async () => {
  const { url, user } = scene;
  const other = await givenSignedInUser(url);
  const device = await givenDevice(scene);
  const { body: seen } = await see(url, user, device.user_code);
  const allow = ({ token }: { token: string }) => {
    const body = { userCode: device.user_code, request: seen.request, outcome: "granted" };
    return call(url, "POST /api/oauth/device", { token, body });
  };
  expect((await allow(user)).status).toBe(200);
  expect([(await allow(other)).status, (await allow(user)).status]).toEqual([409, 409]);
  const { body } = await poll(scene, device);
  expect(claimsOf(body.access_token)).toMatchObject({ sub: user.id });
});

it("DF-05 knows a code however it is typed, and no other", async () => {
  const { url, user } = scene;
  const device = await givenDevice(scene);
  const letters = device.user_code.replace("-", "");
  const typed = [letters, letters.toLowerCase(), ` ${letters.slice(0, 2)} ${letters.slice(2)}\t`, `--${letters}–`];
  for (const each of typed) expect([each, (await see(url, user, each)).status]).toEqual([each, 200]);
  const wrong = [letters.slice(1), `${letters}B`, letters.replace(/^./, "A"), "0".repeat(8), "{}", "BBBB-BBBB"];
  for (const each of wrong) {
    const { status, body } = await see(url, user, each);
    expect([each, status, body.code]).toEqual([each, 404, "unknown_code"]);
  }
  for (const each of ["", "B".repeat(101), 5, null]) {
    expect((await see(url, user, each as string)).status).toBe(400);
  }
  const body = { userCode: device.user_code, request: crypto.randomUUID(), outcome: "granted" };
  expect((await call(url, "POST /api/oauth/device", { token: user.token, body })).status).toBe(404);
  expect(errorOf(await poll(scene, device))).toEqual(pending);
});

it("DF-06 keeps neither the user code nor the device code in the log", async () => {
  const { url, user } = scene;
  const device = await givenDevice(scene);
  await answer({ url, user }, device);
  await poll(scene, device);
  const events = await storedEvents(scene.product);
  const text = JSON.stringify(events.map(({ stream, data, metadata }) => [stream, data, metadata]));
  const [, key = "", mac = ""] = /^atd_[0-9a-f-]{36}_(.{43})_(.{43})$/.exec(device.device_code) ?? [];
  expect([text.includes(device.user_code), text.includes(device.user_code.replace("-", ""))]).toEqual([false, false]);
  expect(text.includes(device.device_code)).toBe(false);
  expect(mac.length > 0 && text.includes(mac)).toBe(false);
  expect((await scene.product.history(deviceRequestStream(key))).map(({ type }) => type)).toEqual([
    "DeviceAuthorizationRequested",
    "DeviceAuthorizationAnswered",
  ]);
});
