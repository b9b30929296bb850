import { describe, expect, it } from "vitest";
import { answerIn, newApplication, queryOf } from "./authorizations.ts";
import { call, givenUnverifiedUser } from "./client.ts";
import {
  confirm,
  givenSignedIn,
  isSignedIn,
  leadsTo,
  logOut,
  logoutScene,
  returnTo,
  state,
  textOf,
} from "./logout-scene.ts";

const scene = logoutScene();

describe("a logout that names who is signed in", () => {
  it("oidcc-rp-initiated-logout-discovery-endpoint-verification", async () => {
    const { body } = await call(scene.url, "GET /.well-known/openid-configuration");
    expect(body.end_session_endpoint).toBe(`${body.issuer}/api/oauth/end_session`);
  });

  it("oidcc-rp-initiated-logout ends the session and leads back with the very state", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    const sent = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo };
    const answer = await logOut(visitor, { ...sent, state });
    expect(leadsTo(answer)).toEqual([303, `${returnTo}?state=${encodeURIComponent(state)}`]);
    expect(answerIn(answer.headers.get("location"))).toEqual({ state });
    expect(await isSignedIn(visitor)).toBe(false);
    // As before, by a browser in which nobody is signed in any more.
    expect(leadsTo(await logOut(visitor, sent))).toEqual([303, returnTo]);
  });

  it("oidcc-rp-initiated-logout-no-state leads back without one", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    const sent = {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: returnTo,
      client_id: scene.application.id,
    };
    expect(leadsTo(await logOut(visitor, sent))).toEqual([303, returnTo]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("oidcc-rp-initiated-logout-no-post-logout-redirect-uri stays at a page that says so", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    const answer = await logOut(visitor, { id_token_hint: tokens.id_token, state });
    expect([answer.status, textOf(answer)]).toEqual([200, expect.stringContaining("You are signed out")]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("takes a form of the application, which comes without the cookie", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    const body = queryOf({ id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo, state });
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" };
    const led = await call(scene.url, "POST /api/oauth/end_session", { headers, body });
    expect(led.status).toBe(303);
    const { pathname, search } = new URL(led.headers.get("location") ?? "");
    expect(leadsTo(await visitor.open(`${pathname}${search}`))).toEqual([303, expect.stringContaining(returnTo)]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("ends nothing for a part of another page", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    const path = `/api/oauth/end_session?${queryOf({ id_token_hint: tokens.id_token })}`;
    for (const destination of ["image", "iframe", "script"]) {
      expect((await visitor.open(path, { "sec-fetch-dest": destination })).status).toBe(400);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

describe("the page that asks before it signs out", () => {
  it("says who asks, and leads to the application's address once the user has confirmed", async () => {
    const { visitor } = await givenSignedIn(scene);
    const page = await logOut(visitor, { client_id: scene.application.id, post_logout_redirect_uri: returnTo, state });
    expect(textOf(page)).toContain("“Ledgerline” asks to sign you out.");
    expect(await isSignedIn(visitor)).toBe(true);
    const answer = await confirm(visitor, page.body);
    expect(leadsTo(answer)).toEqual([303, `${returnTo}?state=${encodeURIComponent(state)}`]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("ends the session of a user whose address is not verified, too", async () => {
    const { token } = await givenUnverifiedUser(scene.url);
    const headers = { cookie: `__Host-session=${token}` };
    const page = await call(scene.url, "GET /api/oauth/end_session", { headers });
    expect([page.headers.get("cache-control"), textOf(page)]).toEqual([
      expect.stringContaining("no-store"),
      expect.stringContaining("Sign out?"),
    ]);
  });

  it("says that another account is meant", async () => {
    const [{ visitor }, { tokens }] = await Promise.all([givenSignedIn(scene), givenSignedIn(scene)]);
    const page = await logOut(visitor, { id_token_hint: tokens.id_token });
    expect(textOf(page)).toContain("“Ledgerline” asks to sign out another account than this one.");
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it("asks again where the confirmation is another session's", async () => {
    const [{ visitor }, { visitor: other }] = await Promise.all([givenSignedIn(scene), givenSignedIn(scene)]);
    const page = await logOut(visitor, {});
    const forged = await confirm(other, page.body);
    expect([forged.status, textOf(forged)]).toEqual([200, expect.stringContaining("Sign out?")]);
    expect(await isSignedIn(other)).toBe(true);
    const without = await confirm(visitor, page.body, { confirmation: "x" });
    expect(textOf(without)).toContain("Sign out?");
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

it("shows the application's developer what was wrong with a logout", async () => {
  const client = await newApplication(scene.url, { postLogoutRedirectUris: [returnTo] });
  const { visitor, tokens } = await givenSignedIn(scene, client);
  const received = `${returnTo}/`;
  await logOut(visitor, { id_token_hint: tokens.id_token, post_logout_redirect_uri: received });
  const path = `GET /api/developer/applications/${client.id}/requests`;
  const read = async () => (await call(scene.url, path, { token: client.developer.token })).body;
  await expect.poll(read).toMatchObject({
    requests: [
      {
        endpoint: "end_session",
        error: "invalid_request",
        description: "post_logout_redirect_uri is not one of the application's",
        differences: [{ parameter: "post_logout_redirect_uri", expected: returnTo, received }],
      },
    ],
  });
});
