import { describe, expect, it } from "vitest";
import { givenAdmin } from "./admins.ts";
import { newApplication, Visitor } from "./authorizations.ts";
import { call, givenUnverifiedUser } from "./client.ts";
import {
  fieldsOf,
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
const homepageUrl = "https://app.example.com/";
const mistake = "This request has a mistake, so you stay at Attestory afterwards.";
const wayBack = "Go back to Ledgerline";

describe("RS-17 the page that asks before it signs out", () => {
  it("says who asks and where it leads, and leads there once the user has confirmed", async () => {
    const { visitor } = await givenSignedIn(scene);
    const sent = { client_id: scene.application.id, post_logout_redirect_uri: returnTo, state };
    const page = await logOut(visitor, { ...sent, other: "x" });
    expect(textOf(page)).toContain("“Ledgerline” asks to sign you out.");
    expect(textOf(page)).toContain("Afterwards you go to app.example.com.");
    expect(fieldsOf(page.body)).toEqual({ ...sent, confirmation: expect.any(String) });
    expect(await isSignedIn(visitor)).toBe(true);
    const answer = await sendForm(visitor, page.body);
    expect(leadsTo(answer)).toEqual([303, `${returnTo}?state=${encodeURIComponent(state)}`]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("ends the session of a user whose address is not verified, too", async () => {
    const { token } = await givenUnverifiedUser(scene.url);
    const visitor = new Visitor(scene.url);
    visitor.jar.keep({ headers: new Headers({ "set-cookie": `__Host-session=${token}` }) });
    const answer = await sendForm(visitor, (await logOut(visitor, {})).body);
    expect(textOf(answer)).toContain("You are signed out of Attestory.");
    expect((await call(scene.url, "GET /api/auth/me", { token })).status).toBe(401);
  });

  it("is stored by no cache", async () => {
    const { visitor } = await givenSignedIn(scene);
    expect((await logOut(visitor, {})).headers.get("cache-control")).toContain("no-store");
  });

  it("asks where the ID token is from an earlier session of the user", async () => {
    const { visitor, tokens } = await givenSignedIn(scene);
    if (visitor.person) await visitor.signIn(visitor.person);
    const page = await logOut(visitor, { id_token_hint: tokens.id_token });
    expect(textOf(page)).toContain("“Ledgerline” asks to sign you out.");
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it("says that another account is meant, and leads back once the user has confirmed", async () => {
    const [{ visitor }, { tokens }] = await Promise.all([givenSignedIn(scene), givenSignedIn(scene)]);
    const hint = { id_token_hint: tokens.id_token };
    const page = await logOut(visitor, { ...hint, post_logout_redirect_uri: returnTo });
    const different = "“Ledgerline” asked to sign out a different account.";
    expect(textOf(page)).toContain(different);
    expect(await isSignedIn(visitor)).toBe(true);
    // Also where the rest of the request is wrong.
    const wrong = textOf(await logOut(visitor, { ...hint, post_logout_redirect_uri: "https://evil.example.com/" }));
    expect([wrong.includes(different), wrong.includes(mistake)]).toEqual([true, true]);
    expect(leadsTo(await sendForm(visitor, page.body))).toEqual([303, returnTo]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("asks again where the confirmation is another session's", async () => {
    const [{ visitor }, { visitor: other }] = await Promise.all([givenSignedIn(scene), givenSignedIn(scene)]);
    const page = await logOut(visitor, {});
    const forged = await sendForm(other, page.body);
    expect([forged.status, textOf(forged)]).toEqual([200, expect.stringContaining("Sign out?")]);
    expect(await isSignedIn(other)).toBe(true);
    const without = await sendForm(visitor, page.body, { confirmation: "x" });
    expect(textOf(without)).toContain("Sign out?");
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

describe("the way back to the application", () => {
  it("is shown to a user who signed out, and not to one who only followed a link", async () => {
    const client = await newApplication(scene.url, { homepageUrl });
    const { visitor } = await givenSignedIn(scene, client);
    const sent = { client_id: client.id };
    const page = await logOut(visitor, sent);
    expect(textOf(page)).not.toContain(wayBack);
    expect(textOf(await sendForm(visitor, page.body))).toContain(wayBack);
    expect(textOf(await logOut(new Visitor(scene.url), sent))).not.toContain(wayBack);
  });

  it("is shown to whom an ID token brings", async () => {
    const client = await newApplication(scene.url, { homepageUrl });
    const [{ visitor }, { tokens }] = await Promise.all([givenSignedIn(scene, client), givenSignedIn(scene, client)]);
    for (const browser of [visitor, new Visitor(scene.url)]) {
      expect(textOf(await logOut(browser, { id_token_hint: tokens.id_token }))).toContain(wayBack);
    }
  });

  it("outlasts a mistake of the request", async () => {
    const client = await newApplication(scene.url, { homepageUrl });
    const { visitor } = await givenSignedIn(scene, client);
    const sent = { client_id: client.id, post_logout_redirect_uri: "https://evil.example.com/" };
    const page = await logOut(visitor, sent);
    expect(textOf(page)).toContain(mistake);
    expect(textOf(await sendForm(visitor, page.body))).toContain(wayBack);
    // Nor is the mistake hidden from a browser in which nobody is signed in.
    expect(textOf(await logOut(visitor, sent))).toContain(mistake);
  });

  it("is none to a suspended application", async () => {
    const client = await newApplication(scene.url, { homepageUrl, postLogoutRedirectUris: [returnTo] });
    const { visitor, tokens } = await givenSignedIn(scene, client);
    const { token } = await givenAdmin(scene.product);
    await call(scene.url, `PUT /api/admin/applications/${client.id}/status`, { token, body: { isActive: false } });
    const page = await logOut(visitor, { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo });
    expect(textOf(page)).toContain(mistake);
    expect(textOf(page)).not.toContain("Ledgerline");
    const answer = await sendForm(visitor, page.body);
    expect([leadsTo(answer), textOf(answer).includes("Ledgerline")]).toEqual([[200, null], false]);
  });
});
