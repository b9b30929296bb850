import { describe, expect, it } from "vitest";
import { answerIn, newApplication, queryOf, Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import {
  formOf,
  givenSignedIn,
  isSignedIn,
  leadsTo,
  logOut,
  logoutScene,
  returnTo,
  sendForm,
  state,
  textOf,
} from "./logout-scene.ts";

const scene = logoutScene();

describe("RS-15 a logout that names who is signed in", () => {
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
    const sent = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo, state };
    const detour = await call(scene.url, "POST /api/oauth/end_session", formOf(sent));
    expect([detour.status, detour.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("script-src 'sha256-"),
    ]);
    expect(await isSignedIn(visitor)).toBe(true);
    expect(leadsTo(await sendForm(visitor, detour.body))).toEqual([303, expect.stringContaining(returnTo)]);
    expect(await isSignedIn(visitor)).toBe(false);
    // As a browser in which nobody is signed in sends it on: no second detour.
    expect(leadsTo(await sendForm(visitor, detour.body))).toEqual([303, expect.stringContaining(returnTo)]);
  });

  it("takes a form of the application that comes with the cookie", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    const sent = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo };
    const form = formOf(sent, { cookie: visitor.jar.header });
    expect(leadsTo(await call(scene.url, "POST /api/oauth/end_session", form))).toEqual([303, returnTo]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("says of a form that repeats a parameter that the sign-out request is invalid", async () => {
    const answer = await call(scene.url, "POST /api/oauth/end_session", formOf({ state: ["a", "b"] }));
    expect([answer.status, textOf(answer)]).toEqual([
      400,
      expect.stringContaining("The sign-out request is invalid or malformed."),
    ]);
  });

  it("leads on from a signed-out browser, also to an address with a query", async () => {
    const withQuery = "https://app.example.com/out?from=attestory";
    const client = await newApplication(scene.url, { postLogoutRedirectUris: [withQuery] });
    const sent = { client_id: client.id, post_logout_redirect_uri: withQuery, state: "s" };
    expect(leadsTo(await logOut(new Visitor(scene.url), sent))).toEqual([303, `${withQuery}&state=s`]);
  });

  it("lets a public application on a device choose the port", async () => {
    const uris = { redirectUris: ["http://127.0.0.1/cb"], postLogoutRedirectUris: ["http://127.0.0.1/out"] };
    const { id } = await newApplication(scene.url, { type: "public", ...uris });
    const sent = { client_id: id, post_logout_redirect_uri: "http://127.0.0.1:5555/out" };
    expect(leadsTo(await logOut(new Visitor(scene.url), sent))).toEqual([303, "http://127.0.0.1:5555/out"]);
  });

  it("RS-16 ends nothing for a part of another page", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    const path = `/api/oauth/end_session?${queryOf({ id_token_hint: tokens.id_token })}`;
    for (const destination of ["image", "iframe", "script"]) {
      expect((await visitor.open(path, { "sec-fetch-dest": destination })).status).toBe(400);
      const form = formOf({ id_token_hint: tokens.id_token }, { "sec-fetch-dest": destination });
      expect((await call(scene.url, "POST /api/oauth/end_session", form)).status).toBe(400);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

it("shows the application's developer what was wrong with a logout", async () => {
  const client = await newApplication(scene.url, { postLogoutRedirectUris: ["https://other.example.com/", returnTo] });
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
