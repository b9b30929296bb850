import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenDeveloper, redirectUri, registerApplication } from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { askUserinfo, givenTokens, type Parties, refresh } from "./grants.ts";
import { claimsOf } from "./token-calls.ts";

const product = sharedProductScene();
let parties: Parties;
beforeAll(async () => {
  const user = await givenDeveloper(product.url);
  parties = { url: product.url, user, application: await registerApplication(product.url, { developer: user }) };
});

const preview = (scope: string, { token } = parties.user): Promise<Answered> =>
  call(
    product.url,
    `GET /api/developer/applications/${parties.application.id}/claims?scope=${encodeURIComponent(scope)}`,
    { token },
  );

/** Claims whose values are the same in every token. */
const lasting = ({
  iat: _,
  exp: __,
  jti: ___,
  grant: ____,
  at_hash: _____,
  nonce: ______,
  ...others
}: object & Record<string, unknown>) => others;

describe("the preview of claims", () => {
  it.each(["openid", "openid profile email", "openid email roles offline_access"])(
    "has the claims that a real application gets with %s",
    async (scope) => {
      const tokens = await givenTokens(parties, { scope, nonce: "a nonce" });
      const { status, body } = await preview(scope);
      expect(status).toBe(200);
      const [access, id] = [claimsOf(tokens.access_token), claimsOf(tokens.id_token)];
      expect(Object.keys(body.accessToken).sort()).toEqual(Object.keys(access).sort());
      expect(Object.keys(body.idToken).sort()).toEqual(Object.keys(id).sort());
      const { scope: previewed, ...accessClaims } = lasting(body.accessToken);
      const { scope: granted, ...realClaims } = lasting(access);
      expect(accessClaims).toEqual(realClaims);
      expect(String(previewed).split(" ").sort()).toEqual(String(granted).split(" ").sort());
      expect(lasting(body.idToken)).toEqual(lasting(id));
      expect(body.userinfo).toEqual((await askUserinfo(product.url, tokens.access_token)).body);
      expect(body.refreshToken).toBe(tokens.refresh_token !== undefined);
    },
  );

  it("U3 has name and email in the ID token, as the real one has, also after a refresh, if the application wants it", async () => {
    const { token } = parties.user;
    const settings = { name: "Ledgerline", redirectUris: [redirectUri], profileInIdToken: true };
    const path = `PUT /api/developer/applications/${parties.application.id}` as const;
    await call(product.url, path, { token, body: settings });
    const scope = "openid profile email offline_access";
    const tokens = await givenTokens(parties, { scope });
    const refreshed = (await refresh(parties, tokens)).body;
    const { email, username } = parties.user;
    const told = { email, email_verified: true, preferred_username: username };
    const { body } = await preview(scope);
    for (const idToken of [claimsOf(tokens.id_token), claimsOf(refreshed.id_token), body.idToken]) {
      expect(idToken).toMatchObject(told);
      expect(Object.keys(idToken)).not.toContain("roles");
    }
    await call(product.url, path, { token, body: { ...settings, profileInIdToken: false } });
    expect(claimsOf((await givenTokens(parties, { scope })).id_token)).not.toHaveProperty("email");
  });

  it("has no ID token without openid, no userinfo without a scope for it, and leaves unknown scopes out", async () => {
    expect((await preview("roles everything")).body).toMatchObject({
      scopes: ["roles"],
      idToken: null,
      userinfo: null,
    });
  });

  it("is for the owner of the application alone", async () => {
    const other = await givenDeveloper(product.url);
    expect((await preview("openid", other)).status).toBe(404);
  });
});
