import { type CryptoKey, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { redirectUri } from "./applications.ts";
import {
  givenSignedIn,
  isSignedIn,
  leadsTo,
  logOut,
  logoutScene,
  returnTo,
  sendForm,
  state,
  type Tokens,
  textOf,
} from "./logout-scene.ts";
import { claimsOf } from "./token-calls.ts";

type Sent = Record<string, string | string[]>;

const scene = logoutScene();

/** Another character in the middle of the last part. */
const altered = (token: string) => {
  const at = token.lastIndexOf(".") + 20;
  return `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
};
const unsigned = (token: string) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${token.split(".")[1]}.`;
/** The same claims and key id, with another signature. */
const resigned = (token: string, alg: "HS256" | "RS256", key: CryptoKey | Uint8Array) => {
  const { kid } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
  return new SignJWT(claimsOf(token)).setProtectedHeader({ alg, typ: "JWT", kid }).sign(key);
};

describe("RS-13 asks before an ambiguous sign-out, and does not redirect", () => {
  const withUri = (hint: string) => ({ id_token_hint: hint, post_logout_redirect_uri: returnTo, state });
  const cases: Record<string, (tokens: Tokens) => Sent | Promise<Sent>> = {
    "oidcc-rp-initiated-logout-bad-id-token-hint": async ({ id_token }) =>
      withUri(await resigned(id_token, "HS256", new TextEncoder().encode(scene.application.clientSecret ?? ""))),
    "oidcc-rp-initiated-logout-bad-id-token-hint with RS256": async ({ id_token }) =>
      withUri(await resigned(id_token, "RS256", (await generateKeyPair("RS256")).privateKey)),
    "oidcc-rp-initiated-logout-modified-id-token-hint": ({ id_token }) => withUri(unsigned(id_token)),
    "a hint that is no token": () => withUri("not.a.token"),
    "a hint with an altered signature": ({ id_token }) => withUri(altered(id_token)),
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
      const { visitor, tokens } = await givenSignedIn(scene);
      const page = await logOut(visitor, await sent(tokens));
      expect([page.status, page.headers.get("location")]).toEqual([200, null]);
      expect(textOf(page)).toContain(`You are signed in as ${visitor.person?.username}`);
      expect(await isSignedIn(visitor)).toBe(true);
      const answer = await sendForm(visitor, page.body);
      expect(leadsTo(answer)).toEqual([200, null]);
      expect(textOf(answer)).toContain("You are signed out");
      expect(await isSignedIn(visitor)).toBe(false);
    });
  }
});
