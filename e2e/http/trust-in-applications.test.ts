import { expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { setRoles } from "./admins.ts";
import { givenDeveloper, type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { call, emailTo } from "./client.ts";
import { askUserinfo } from "./grants.ts";
import { askToken, errorOf, invalidGrant, postForm } from "./token-calls.ts";

const scene = adminScene();

async function decide({ id }: RegisteredApplication, trusted: boolean): Promise<void> {
  const request = `PUT /api/admin/applications/${id}/trust`;
  expect((await call(scene.url, request, { token: scene.admin.token, body: { trusted } })).status).toBe(200);
}
const exchange = (basic: RegisteredApplication, code: string) =>
  askToken(scene.url, { grant_type: "authorization_code", code, redirect_uri: redirectUri }, { basic });
const refresh = (basic: RegisteredApplication, token: string) =>
  askToken(scene.url, { grant_type: "refresh_token", refresh_token: token }, { basic });
const isActive = async (basic: RegisteredApplication, token: string) =>
  (await postForm(`${scene.url}/api/oauth/introspect`, { token }, { basic })).body.active;

interface Given {
  access_token: string;
  refresh_token: string;
}

async function given(application: RegisteredApplication, code: string): Promise<Given> {
  const { status, body } = await exchange(application, code);
  expect(status).toBe(200);
  return body;
}

async function expectEnded(application: RegisteredApplication, tokens: Given): Promise<void> {
  expect((await askUserinfo(scene.url, tokens.access_token)).status).toBe(401);
  expect(await isActive(application, tokens.access_token)).toBe(false);
  expect(await isActive(application, tokens.refresh_token)).toBe(false);
  expect(errorOf(await refresh(application, tokens.refresh_token))).toEqual(invalidGrant);
}

it("D11 tells the owner that an application is trusted, and that it no longer is", async () => {
  const application = await registerApplication(scene.url);
  await decide(application, true);
  await decide(application, false);
  for (const subject of ["is trusted now", "is no longer trusted"]) {
    const { text } = await emailTo(scene.url, application.developer.email, `An application of yours ${subject}`);
    expect(text).toContain("by an admin on");
  }
});

it("D11 tells admins when the owner of a trusted application adds a redirect URI", async () => {
  const application = await registerApplication(scene.url);
  const other = await givenDeveloper(scene.url);
  await setRoles(scene.url, { by: scene.admin, of: other }, { isAdmin: true });
  await decide(application, true);
  const body = { name: application.name, redirectUris: [redirectUri, "https://other.example.com/callback"] };
  const request = `PUT /api/developer/applications/${application.id}`;
  expect((await call(scene.url, request, { token: application.developer.token, body })).status).toBe(200);
  const { text } = await emailTo(scene.url, other.email, "A trusted application was changed");
  expect(text).toContain("A redirect URI was added.");
});

it("D4 ends for good what trust gave, and what goes beyond the user's consent", async () => {
  const application = await registerApplication(scene.url);
  const visitor = await givenVisitor(scene.url);
  const narrow = requestOf(application, { scope: "openid offline_access" });
  await visitor.authorize(narrow);
  const allowed = await given(application, answerIn((await visitor.consent(narrow)).body.redirectUrl).code ?? "");
  await decide(application, true);
  const wide = requestOf(application, { scope: "openid email offline_access" });
  const codeByTrust = async () => answerIn((await visitor.authorize(wide)).headers.get("location")).code ?? "";
  const [tokens, waiting] = [await given(application, await codeByTrust()), await codeByTrust()];
  expect((await askUserinfo(scene.url, tokens.access_token)).status).toBe(200);

  await decide(application, false);
  await expectEnded(application, tokens);

  await decide(application, true);
  await expectEnded(application, tokens);
  expect(errorOf(await exchange(application, waiting))).toEqual(invalidGrant);

  const anew = await given(application, await codeByTrust());
  expect((await refresh(application, anew.refresh_token)).status).toBe(200);
  expect((await askUserinfo(scene.url, allowed.access_token)).status).toBe(200);
  expect((await refresh(application, allowed.refresh_token)).status).toBe(200);
});
