import { describe, expect, it } from "vitest";
import { redirectUri } from "./applications.ts";
import {
  confirm,
  givenSignedIn,
  isSignedIn,
  leadsTo,
  logOut,
  logoutScene,
  returnTo,
  state,
  type Tokens,
  textOf,
} from "./logout-scene.ts";

const scene = logoutScene();

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
      const { visitor, tokens } = await givenSignedIn(scene);
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
