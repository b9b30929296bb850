import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { refreshTokenText } from "@attestory/http/security/grant-tokens.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, type Grant, signedWith } from "../testing/grants.ts";
import { scratchUrl } from "../testing/scratch-query-api.ts";
import { openTokenScene } from "../testing/token-scene.ts";

let scene: Awaited<ReturnType<typeof openTokenScene>>;
let url: string;
beforeAll(async () => {
  scene = await openTokenScene();
  url = `${new URL((await scene.scratch.get("/")).url).origin}/api/oauth/introspect`;
});
afterAll(() => scene.scratch.close());

const basic = ({ applicationId, secret }: Client) =>
  `Basic ${Buffer.from(`${applicationId}:${secret}`).toString("base64")}`;
const introspect = async (client: Client, token: string) => {
  const headers = { authorization: basic(client) };
  const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams({ token }) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
};
const granted = async (offline = false) => {
  const scopes = ["openid", "profile", ...(offline ? ["offline_access"] : [])];
  const grant = await scene.happens.granted(await scene.happens.application(), { scopes, offline });
  await scene.scratch.projections.fold();
  return grant;
};
const refreshToken = ({ authorizationId }: Grant, serial: number) =>
  refreshTokenText({ authorizationId, serial }, (...parts) => scene.scratch.service.keyring.hmac("link key", ...parts));

it("tells an application what its own access token allows", async () => {
  const grant = await granted();
  const claims = scene.happens.claimsOf(grant, "openid profile");
  const { status, headers, body } = await introspect(grant, signedWith(scene.key, scene.header(), claims));
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  const { iss, sub, aud, client_id, jti, iat, exp, scope } = claims;
  expect(body).toEqual({ active: true, iss, sub, aud, client_id, jti, iat, exp, scope, token_type: "Bearer" });
});

it("tells nothing but inactive of another's token, an unknown one, and one that ended", async () => {
  const [grant, other] = [await granted(true), await granted()];
  const access = signedWith(scene.key, scene.header(), scene.happens.claimsOf(grant));
  const refresh = refreshToken(grant, 1);
  const unknown = ["x", "x".repeat(10_000), `${access}.`, `${refresh}A`, `ats_${randomUUID()}_${"A".repeat(43)}`];
  for (const token of [access, refresh]) expect((await introspect(other, token)).body).toEqual({ active: false });
  for (const token of unknown) expect((await introspect(grant, token)).body).toEqual({ active: false });
  const { userId, applicationId } = grant;
  await scene.happens.happenedToConsent({
    type: "ConsentRevoked",
    data: { userId, applicationId, applicationName: "Ledgerline", reason: "owner" },
  });
  await scene.scratch.projections.fold();
  for (const token of [access, refresh]) expect((await introspect(grant, token)).body).toEqual({ active: false });
});

it("knows a refresh token until it is replaced, and an application's own token until it is revoked", async () => {
  const grant = await granted(true);
  const { authorizationId, userId, applicationId } = grant;
  const { now } = scene.scratch.clock;
  const iat = now.getTime() / 1000;
  expect((await introspect(grant, refreshToken(grant, 1))).body).toEqual({
    active: true,
    scope: "openid profile offline_access",
    client_id: applicationId,
    sub: userId,
    iss: scratchUrl,
    iat,
    exp: iat + 30 * 86_400,
  });
  await scene.happens.happenedToGrant({ type: "RefreshTokenRotated", data: { authorizationId, serial: 2 } }, grant);
  await scene.scratch.projections.fold();
  const isActive = async (token: string) => (await introspect(grant, token)).body.active;
  expect([await isActive(refreshToken(grant, 1)), await isActive(refreshToken(grant, 2))]).toEqual([false, true]);

  const { grant: _, auth_time: __, scope: ___, ...own } = scene.happens.claimsOf(grant);
  const ownToken = signedWith(scene.key, scene.header(), { ...own, sub: applicationId });
  expect((await introspect(grant, ownToken)).body).toMatchObject({ active: true, sub: applicationId });
  await scene.happens.clientTokenRevoked(applicationId, own.jti);
  await scene.scratch.projections.fold();
  expect(await isActive(ownToken)).toBe(false);
});

it("S2 ends an application's own tokens of before a suspension, and no later one, whatever the clocks of their issuers say", async () => {
  const grant = await granted();
  const { applicationId } = grant;
  const { grant: _, auth_time: __, scope: ___, ...claims } = scene.happens.claimsOf(grant);
  const own = { ...claims, sub: applicationId };
  const isActive = async (epoch: object, secondsAhead: number) => {
    const times = { iat: own.iat + secondsAhead, exp: own.exp + secondsAhead };
    const token = signedWith(scene.key, scene.header(), { ...own, ...times, ...epoch });
    return (await introspect(grant, token)).body.active;
  };
  // Tokens of before the epoch was in them have none.
  for (const epoch of [{ epoch: 0 }, {}]) expect(await isActive(epoch, 30)).toBe(true);
  for (const type of ["ApplicationSuspended", "ApplicationActivated"] as const) {
    await scene.happens.happenedToApplication({ type, data: { applicationId, name: "Ledgerline" } });
  }
  await scene.scratch.projections.fold();
  for (const epoch of [{ epoch: 0 }, {}]) expect(await isActive(epoch, 30)).toBe(false);
  expect(await isActive({ epoch: 1 }, -30)).toBe(true);
});

it("D3 knows which refresh token is the newest while the read models are behind", async () => {
  const grant = await granted(true);
  const { authorizationId } = grant;
  await scene.happens.happenedToGrant({ type: "RefreshTokenRotated", data: { authorizationId, serial: 2 } }, grant);
  const answers = Promise.all([1, 2].map((serial) => introspect(grant, refreshToken(grant, serial))));
  // An answer that waits for the read models never comes within this time.
  await Promise.race([answers, wait(300)]);
  await scene.scratch.projections.fold();
  expect((await answers).map(({ body }) => body.active)).toEqual([false, true]);
});

it("asks the application to prove who it is", async () => {
  const grant = await granted();
  const access = signedWith(scene.key, scene.header(), scene.happens.claimsOf(grant));
  const open = await scene.happens.application("public");
  await scene.scratch.projections.fold();
  const other = await granted();
  const wrong = [
    { ...grant, secret: other.secret },
    { ...grant, secret: grant.secret.slice(0, -1) },
    { ...grant, secret: "" },
    { ...grant, applicationId: randomUUID() },
    { ...grant, applicationId: "' OR 1=1 --" },
    open,
    { ...open, secret: "" },
  ];
  for (const client of wrong) {
    const { status, body } = await introspect(client, access);
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  }
  const { applicationId, secret } = grant;
  const inBody = new URLSearchParams({ token: access, client_id: applicationId, client_secret: secret });
  const answer = await fetch(url, { method: "POST", body: inBody });
  expect(await answer.json()).toMatchObject({ active: true });
  expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  const bearer = { authorization: `Bearer ${access}` };
  const byToken = await fetch(url, { method: "POST", headers: bearer, body: new URLSearchParams({ token: access }) });
  expect(byToken.status).toBe(401);
  await scene.happens.happenedToApplication({
    type: "ApplicationSuspended",
    data: { applicationId, name: "Ledgerline" },
  });
  await scene.scratch.projections.fold();
  expect((await introspect(grant, access)).status).toBe(401);
});
