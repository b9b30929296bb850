import { beforeAll, describe, expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, queryOf, requestOf, type Visitor } from "./authorizations.ts";
import { type Answered, call } from "./client.ts";
import { askToken } from "./token-calls.ts";

const returnTo = "https://app.example.com/signed-out";
const state = "~a > | $ & { } ' \" state";

let url: string;
let application: RegisteredApplication;
beforeAll(async () => {
  ({ url } = await sharedProduct());
  application = await newApplication(url, { postLogoutRedirectUris: [returnTo] });
});

interface Tokens {
  id_token: string;
  access_token: string;
}

/** A browser in which an application has signed a user in, and the tokens that it got. */
async function givenSignedIn(client = application): Promise<{ visitor: Visitor; tokens: Tokens }> {
  const visitor = await givenVisitor(url);
  const asked = requestOf(client);
  await visitor.authorize(asked);
  const { code = "" } = answerIn((await visitor.consent(asked)).body.redirectUrl);
  const basic = { clientId: client.id, clientSecret: client.clientSecret };
  const given = await askToken(url, { grant_type: "authorization_code", code, redirect_uri: redirectUri }, { basic });
  return { visitor, tokens: given.body };
}

const logOut = (visitor: Visitor, sent: Parameters<typeof queryOf>[0]): Promise<Answered> =>
  visitor.open(`/api/oauth/end_session?${queryOf(sent)}`);
const isSignedIn = async ({ person }: Visitor): Promise<boolean> =>
  (await call(url, "GET /api/auth/me", { token: person?.token ?? "" })).status === 200;

const entities = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" } as const;
const unescaped = (text: string) => text.replaceAll(/&[^;]+;/g, (found) => entities[found as keyof typeof entities]);

/** Presses "Sign out" on the page that asks. */
function confirm({ jar }: Visitor, page: string, said: Record<string, string> = {}): Promise<Answered> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const sent = Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [unescaped(name), unescaped(value)]));
  const headers = { cookie: jar.header, "content-type": "application/x-www-form-urlencoded" };
  return call(url, "POST /api/oauth/end_session", { headers, body: String(new URLSearchParams({ ...sent, ...said })) });
}

const leadsTo = ({ status, headers }: Answered) => [status, headers.get("location")];
const textOf = ({ body }: Answered) => String(body).replaceAll(/<style>.*<\/style>|<[^>]+>/gs, " ");

describe("a logout that names who is signed in", () => {
  it("oidcc-rp-initiated-logout-discovery-endpoint-verification", async () => {
    const { body } = await call(url, "GET /.well-known/openid-configuration");
    expect(body.end_session_endpoint).toBe(`${body.issuer}/api/oauth/end_session`);
  });

  it("oidcc-rp-initiated-logout ends the session and leads back with the very state", async () => {
    const { visitor, tokens } = await givenSignedIn();
    const sent = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo };
    const answer = await logOut(visitor, { ...sent, state });
    expect(leadsTo(answer)).toEqual([303, `${returnTo}?state=${encodeURIComponent(state)}`]);
    expect(answerIn(answer.headers.get("location"))).toEqual({ state });
    expect(await isSignedIn(visitor)).toBe(false);
    // As before, by a browser in which nobody is signed in any more.
    expect(leadsTo(await logOut(visitor, sent))).toEqual([303, returnTo]);
  });

  it("oidcc-rp-initiated-logout-no-state leads back without one", async () => {
    const { visitor, tokens } = await givenSignedIn();
    const sent = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo, client_id: application.id };
    expect(leadsTo(await logOut(visitor, sent))).toEqual([303, returnTo]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("oidcc-rp-initiated-logout-no-post-logout-redirect-uri stays at a page that says so", async () => {
    const { visitor, tokens } = await givenSignedIn();
    const answer = await logOut(visitor, { id_token_hint: tokens.id_token, state });
    expect([answer.status, textOf(answer)]).toEqual([200, expect.stringContaining("You are signed out")]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("takes a form of the application, which comes without the cookie", async () => {
    const { visitor, tokens } = await givenSignedIn();
    const body = queryOf({ id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo, state });
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" };
    const led = await call(url, "POST /api/oauth/end_session", { headers, body });
    expect(led.status).toBe(303);
    const { pathname, search } = new URL(led.headers.get("location") ?? "");
    expect(leadsTo(await visitor.open(`${pathname}${search}`))).toEqual([303, expect.stringContaining(returnTo)]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("ends nothing for a part of another page", async () => {
    const { visitor, tokens } = await givenSignedIn();
    const path = `/api/oauth/end_session?${queryOf({ id_token_hint: tokens.id_token })}`;
    for (const destination of ["image", "iframe", "script"]) {
      expect((await visitor.open(path, { "sec-fetch-dest": destination })).status).toBe(400);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

/** Another character in the middle of the last part. */
const altered = (token: string) => {
  const at = token.lastIndexOf(".") + 20;
  return `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
};
const unsigned = (token: string) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${token.split(".")[1]}.`;

describe("RS-13 a logout that does not say well who is meant asks the user, and leads nowhere", () => {
  const withUri = (hint: string) => ({ id_token_hint: hint, post_logout_redirect_uri: returnTo, state });
  const cases: Record<string, (tokens: Tokens) => Record<string, string | string[]>> = {
    "oidcc-rp-initiated-logout-bad-id-token-hint": () => withUri("not.a.token"),
    "oidcc-rp-initiated-logout-modified-id-token-hint": ({ id_token }) => withUri(altered(id_token)),
    "a hint with the algorithm none": ({ id_token }) => withUri(unsigned(id_token)),
    "CR-03 an access token instead of an ID token": ({ access_token }) => withUri(access_token),
    "oidcc-rp-initiated-logout-no-id-token-hint": () => ({ post_logout_redirect_uri: returnTo, state }),
    "oidcc-rp-initiated-logout-no-params": () => ({}),
    "oidcc-rp-initiated-logout-only-state": () => ({ state }),
    "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri": ({ id_token }) => ({
      ...withUri(id_token),
      post_logout_redirect_uri: "https://evil.example.com/",
    }),
    "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri": ({ id_token }) => ({
      ...withUri(id_token),
      post_logout_redirect_uri: `${returnTo}?foo=bar`,
    }),
    "the redirect URI of a sign-in": ({ id_token }) => ({
      ...withUri(id_token),
      post_logout_redirect_uri: redirectUri,
    }),
    "a client_id of another application": ({ id_token }) => ({ ...withUri(id_token), client_id: crypto.randomUUID() }),
    "a parameter that is sent twice": ({ id_token }) => ({ ...withUri(id_token), state: ["a", "b"] }),
  };
  for (const [name, sent] of Object.entries(cases)) {
    it(name, async () => {
      const { visitor, tokens } = await givenSignedIn();
      const page = await logOut(visitor, sent(tokens));
      expect([page.status, page.headers.get("location")]).toEqual([200, null]);
      expect(textOf(page)).toContain(`You are signed in as ${visitor.person?.username}`);
      expect(await isSignedIn(visitor)).toBe(true);
      const answer = await confirm(visitor, page.body);
      expect(leadsTo(answer)).toEqual([200, null]);
      expect(textOf(answer)).toContain("You are signed out");
      expect(await isSignedIn(visitor)).toBe(false);
    });
  }
});

describe("the page that asks before it signs out", () => {
  it("says who asks, and leads to the application's address once the user has confirmed", async () => {
    const { visitor } = await givenSignedIn();
    const page = await logOut(visitor, { client_id: application.id, post_logout_redirect_uri: returnTo, state });
    expect(textOf(page)).toContain("“Ledgerline” asks to sign you out.");
    expect(await isSignedIn(visitor)).toBe(true);
    const answer = await confirm(visitor, page.body);
    expect(leadsTo(answer)).toEqual([303, `${returnTo}?state=${encodeURIComponent(state)}`]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("says that another account is meant", async () => {
    const [{ visitor }, { tokens }] = await Promise.all([givenSignedIn(), givenSignedIn()]);
    const page = await logOut(visitor, { id_token_hint: tokens.id_token });
    expect(textOf(page)).toContain("“Ledgerline” asks to sign out another account than this one.");
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it("asks again where the confirmation is another session's", async () => {
    const [{ visitor }, { visitor: other }] = await Promise.all([givenSignedIn(), givenSignedIn()]);
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
  const client = await newApplication(url, { postLogoutRedirectUris: [returnTo] });
  const { visitor, tokens } = await givenSignedIn(client);
  const received = `${returnTo}/`;
  await logOut(visitor, { id_token_hint: tokens.id_token, post_logout_redirect_uri: received });
  const path = `GET /api/developer/applications/${client.id}/requests`;
  const read = async () => (await call(url, path, { token: client.developer.token })).body;
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
