import { hash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { call } from "../../http/client.ts";
import { postForm } from "../../http/token-calls.ts";
import {
  deliversClaims,
  expectResponse,
  long,
  type Module,
  readsUserinfo,
  refusesRequestObject,
  refusesSecondUse,
  succeeds,
  twice,
  userinfo,
} from "./module-steps.ts";
import { addressBy, answerScreens, authorize, requestBy } from "./provider-scene.ts";
import { tokensOf, verified } from "./tokens.ts";

/** The modules of Basic OP, and of Form Post OP with its response mode, by their names without the prefix `oidcc-`. */
export const basicModules: Readonly<Record<string, Module>> = {
  server: succeeds({}),
  async "response-type-missing"(provider) {
    const { response } = await authorize(provider, await provider.page(), { response_type: undefined });
    expect(["unsupported_response_type", "invalid_request"]).toContain(response.parameters.error);
    expect(response.parameters.state).toBe("a state");
  },
  "userinfo-get": readsUserinfo((url, token) => call(url, "GET ", { token })),
  "userinfo-post-header": readsUserinfo((url, token) =>
    postForm(url, {}, { headers: { authorization: `Bearer ${token}` } }),
  ),
  "userinfo-post-body": readsUserinfo((url, token) => postForm(url, { access_token: token })),
  async "ensure-request-without-nonce-succeeds-for-code-flow"(provider) {
    const authorized = await authorize(provider, await provider.page(), { nonce: undefined });
    expect(await verified(provider, await tokensOf(provider, authorized))).not.toHaveProperty("nonce");
  },
  "scope-profile": deliversClaims("openid profile", ["preferred_username", "updated_at"]),
  "scope-email": deliversClaims("openid email", ["email", "email_verified"]),
  "scope-address": deliversClaims("openid address", []),
  "scope-phone": deliversClaims("openid phone", []),
  "scope-all": deliversClaims("openid profile email address phone", [
    "preferred_username",
    "updated_at",
    "email",
    "email_verified",
  ]),
  async "alternate-happy-flow"(provider) {
    const [state, nonce] = [long(128), long(43)];
    const authorized = await authorize(provider, await provider.page(), { state, nonce, scope: "profile openid" });
    expect(authorized.response.parameters.state).toBe(state);
    expect((await verified(provider, await tokensOf(provider, authorized))).nonce).toBe(nonce);
  },
  "display-page": succeeds({ display: "page" }),
  "display-popup": succeeds({ display: "popup" }),
  "prompt-login": twice(2, { prompt: "login" }, true),
  async "prompt-none-not-logged-in"(provider) {
    const page = await provider.freshPage();
    const { response } = await authorize(provider, page, { prompt: "none" });
    expect(response.by).toBe(provider.mode);
    expect(response.parameters).toMatchObject({ error: "login_required", state: "a state" });
    await page.context().close();
  },
  "prompt-none-logged-in": twice(2, { prompt: "none" }, false),
  "max-age-1": twice(2, { max_age: "1" }, true),
  "max-age-10000": twice(2, { max_age: "10000" }, false),
  "ensure-request-with-unknown-parameter-succeeds": succeeds({ extra: "foobar" }),
  async "id-token-hint"(provider) {
    const page = await provider.page();
    const { id_token } = await tokensOf(provider, await authorize(provider, page));
    const authorized = await authorize(provider, page, { prompt: "none", id_token_hint: id_token });
    expect(authorized.screens).toEqual([]);
    const again = await verified(provider, await tokensOf(provider, authorized));
    expect(again.sub).toBe((await verified(provider, { id_token })).sub);
  },
  async "login-hint"(provider) {
    const page = await provider.freshPage();
    const authorized = await authorize(provider, page, { login_hint: "buffy@localhost" });
    expect(authorized.screens).toContain("login");
    expectResponse(provider, authorized);
    await page.context().close();
  },
  "ui-locales": succeeds({ ui_locales: "se" }),
  "claims-locales": succeeds({ claims_locales: "se" }),
  "ensure-request-with-acr-values-succeeds": succeeds({ acr_values: "1 2" }),
  codereuse: refusesSecondUse(0),
  "codereuse-30seconds": refusesSecondUse(30),
  async "ensure-registered-redirect-uri"(provider) {
    const page = await provider.page();
    const answer = await page.goto(addressBy(provider, { redirect_uri: `${provider.relyingParty.redirectUri}/other` }));
    expect([answer?.status(), page.url().startsWith(provider.url)]).toEqual([400, true]);
    await page.getByRole("heading", { name: "Invalid Request" }).waitFor();
  },
  async "ensure-post-request-succeeds"(provider) {
    const page = await provider.page();
    // A page of the application, whose form the browser sends.
    await page.goto(provider.relyingParty.url);
    const fields = Object.entries(requestBy(provider));
    const authorized = await answerScreens(provider, page, () =>
      page.evaluate(
        ([action, inputs]) => {
          const form = document.createElement("form");
          Object.assign(form, { action, method: "post" });
          for (const [name, value] of inputs)
            form.append(Object.assign(document.createElement("input"), { name, value }));
          document.body.append(form);
          form.submit();
        },
        [`${provider.url}/oauth/authorize`, fields] as const,
      ),
    );
    expectResponse(provider, authorized);
    await verified(provider, await tokensOf(provider, authorized));
  },
  async "server-client-secret-post"(provider) {
    const authorized = await authorize(provider, await provider.page());
    await verified(provider, await tokensOf(provider, authorized, { how: "post" }));
  },
  "unsigned-request-object-supported-correctly-or-rejected-as-unsupported": refusesRequestObject(() => ({})),
  async "claims-essential"(provider) {
    const claims = JSON.stringify({ userinfo: { preferred_username: { essential: true } } });
    const authorized = await authorize(provider, await provider.page(), { claims, scope: "openid" });
    const { access_token } = await tokensOf(provider, authorized);
    expect((await userinfo(provider, access_token)).body).toHaveProperty("preferred_username");
  },
  "ensure-request-object-with-redirect-uri": refusesRequestObject(({ redirect_uri = "" }) => ({ redirect_uri })),
  async "refresh-token"(provider) {
    const said = { scope: "openid offline_access", prompt: "consent" };
    const first = await tokensOf(provider, await authorize(provider, await provider.page(), said));
    const { url, client, other } = provider;
    const parameters = { grant_type: "refresh_token", refresh_token: first.refresh_token ?? "" };
    const ask = (basic: typeof client) => postForm(`${url}/api/oauth/token`, parameters, { basic });
    const refreshed = await ask(client);
    expect([refreshed.status, refreshed.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const [before, after] = [await verified(provider, first), await verified(provider, refreshed.body)];
    for (const name of ["iss", "sub", "aud", "azp", "auth_time"]) expect(after[name]).toEqual(before[name]);
    const stolen = { ...parameters, refresh_token: refreshed.body.refresh_token };
    const foreign = await postForm(`${url}/api/oauth/token`, stolen, { basic: other });
    expect([foreign.status, foreign.body.error]).toEqual([400, "invalid_grant"]);
  },
  async "ensure-request-with-valid-pkce-succeeds"(provider) {
    const verifier = randomBytes(48).toString("base64url");
    const said = { code_challenge: hash("sha256", verifier, "base64url"), code_challenge_method: "S256" };
    const authorized = await authorize(provider, await provider.page(), said);
    await verified(provider, await tokensOf(provider, authorized, { code_verifier: verifier }));
  },
};
