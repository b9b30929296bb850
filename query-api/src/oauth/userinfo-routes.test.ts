import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Grant, signedWith } from "../testing/grants.ts";
import { openTokenScene } from "../testing/token-scene.ts";

const path = "/api/oauth/userinfo";
let scene: Awaited<ReturnType<typeof openTokenScene>>;
let url: string;
beforeAll(async () => {
  scene = await openTokenScene();
  url = new URL((await scene.scratch.get(path)).url).origin;
});
afterAll(() => scene.scratch.close());

const accessOf = (grant: Grant, scopes?: string) =>
  signedWith(scene.key, scene.header(), scene.happens.claimsOf(grant, scopes));
const granted = async (scopes = ["openid", "profile", "email"], offline = false) => {
  const grant = await scene.happens.granted(await scene.happens.application(), { scopes, offline });
  await scene.scratch.projections.fold();
  return grant;
};
const post = (body: string | null, headers: Record<string, string> = {}) =>
  fetch(url + path, { method: "POST", headers, body });
const form = { "content-type": "application/x-www-form-urlencoded" };
const errorOf = async (answer: Response) => ((await answer.json()) as { error?: string }).error;

describe("userinfo", () => {
  it("T20 always has sub, and twoFactorEnabled only with the scope profile", async () => {
    const { userinfo } = scene;
    const grant = await granted(["openid", "profile", "email", "roles"]);
    const claimsFor = async (scopes: string) => (await userinfo(accessOf(grant, scopes))).json();
    const sub = grant.userId;
    expect(await claimsFor("openid")).toEqual({ sub });
    expect(await claimsFor("openid email")).toEqual({ sub, email: "ada@example.org", email_verified: true });
    expect(await claimsFor("profile")).toEqual({
      sub,
      id: sub,
      username: "ada",
      firstName: "Ada",
      name: "Ada",
      given_name: "Ada",
      preferred_username: "ada",
      updated_at: scene.scratch.clock.now.getTime() / 1000,
      twoFactorEnabled: false,
    });
    expect(await claimsFor("openid roles")).toEqual({ sub, roles: [] });
    const roles = { isAdmin: false, isDeveloper: true, isPro: true };
    await scene.scratch.service.happened(
      userStream(sub),
      { type: "RolesChanged", data: { userId: sub, ...roles } },
      { person: sub },
    );
    await scene.scratch.projections.fold();
    expect(await claimsFor("openid roles")).toEqual({ sub, roles: ["developer", "pro"] });
  });

  it("D6 leaves out the names that the user does not have", async () => {
    const grant = await granted();
    const { userId: sub } = grant;
    const renamed = { type: "ProfileChanged", data: { userId: sub, firstName: null, lastName: null } } as const;
    await scene.scratch.service.happened(userStream(sub), renamed, { person: sub });
    await scene.scratch.projections.fold();
    const claims = (await (await scene.userinfo(accessOf(grant, "openid profile"))).json()) as object;
    expect(Object.keys(claims).toSorted()).toEqual([
      "id",
      "preferred_username",
      "sub",
      "twoFactorEnabled",
      "updated_at",
      "username",
    ]);
  });

  it("RS-03 refuses a token with none of openid, profile and email, and an application's own", async () => {
    const { userinfo, key, header, happens } = scene;
    const grant = await granted(["offline_access", "roles"]);
    const { applicationId } = grant;
    const { grant: _, auth_time: __, scope: ___, ...own } = happens.claimsOf(grant);
    const ownToken = signedWith(key, header(), { ...own, sub: applicationId });
    for (const access of [accessOf(grant, "offline_access roles"), accessOf(grant, ""), ownToken]) {
      const answer = await userinfo(access);
      expect(answer.headers.get("www-authenticate")).toBe(
        'Bearer error="insufficient_scope", scope="openid profile email"',
      );
      expect([answer.status, await errorOf(answer)]).toEqual([403, "insufficient_scope"]);
    }
  });

  it("RS-01 takes the token from the Authorization header alone, in any case of the scheme", async () => {
    const { scratch } = scene;
    const access = scene.token();
    const status = async (authorization: string) => (await scratch.get(path, { headers: { authorization } })).status;
    expect(await status(`bearer ${access}`)).toBe(200);
    for (const wrong of ["", "Bearer", "Bearer ", `Basic ${access}`, access, `Bearer ${access}, Bearer ${access}`]) {
      expect([wrong, await status(wrong)]).toEqual([wrong, 401]);
    }
    const none = await scratch.get(path);
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect((await scratch.get(`${path}?access_token=${access}`)).status).toBe(401);
    const cookie = await scratch.get(path, { headers: { cookie: `__Host-session=${access}` } });
    expect(cookie.status).toBe(401);
  });

  it("RS-01 RS-14 takes the token from the body of a POST too, but from one place only", async () => {
    const access = scene.token();
    const bearer = { authorization: `Bearer ${access}` };
    const inBody = `access_token=${access}`;
    expect(await (await post(null, bearer)).json()).toMatchObject({ sub: scene.grant.userId });
    expect(await (await post("", { ...bearer, ...form })).json()).toMatchObject({ sub: scene.grant.userId });
    expect(await (await post(inBody, form)).json()).toMatchObject({ sub: scene.grant.userId });
    const inTwoPlaces = [
      post(inBody, { ...bearer, ...form }),
      post(`${inBody}&${inBody}`, form),
      fetch(`${url}${path}?access_token=${access}`, { headers: bearer }),
      fetch(`${url}${path}?access_token=${access}`, { method: "POST", headers: bearer }),
    ];
    for (const answer of await Promise.all(inTwoPlaces)) {
      expect([answer.status, await errorOf(answer)]).toEqual([400, "invalid_request"]);
    }
    expect((await post("", form)).status).toBe(401);
    expect((await post("access_token=", form)).status).toBe(401);
    expect((await post(inBody, { "content-type": "text/plain" })).status).toBe(400);
  });

  it("FE-07 may be read by pages of any origin, without credentials", async () => {
    for (const origin of ["https://evil.example", "null", "http://attestory.test.evil.example"]) {
      const answer = await scene.scratch.get(path, { token: scene.token(), headers: { origin } });
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
    }
  });
});

describe("a session token", () => {
  it("T17 RS-04 is refused at userinfo, in a header and in the cookie, and an access token everywhere else", async () => {
    const { scratch, grant, token } = scene;
    const { sessionToken } = grant;
    expect((await scratch.get(path, { token: sessionToken })).status).toBe(401);
    expect((await scratch.get(path, { headers: { cookie: `__Host-session=${sessionToken}` } })).status).toBe(401);
    expect((await post(`access_token=${sessionToken}`, form)).status).toBe(401);
    for (const { method, path: other, access } of scratch.api.routes) {
      if (method !== "get" || access === "anyone" || other === path) continue;
      const headers = { cookie: `__Host-session=${token()}`, "sec-fetch-site": "same-origin" };
      expect([other, (await scratch.get(other, { token: token() })).status]).toEqual([other, 401]);
      expect([other, (await scratch.get(other, { headers })).status]).toEqual([other, 401]);
    }
  });
});
