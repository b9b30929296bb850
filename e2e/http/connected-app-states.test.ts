import { expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf, type Visitor } from "./authorizations.ts";
import { call, emailTo, notMeTokenIn } from "./client.ts";
import { askUserinfo } from "./grants.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { disown, newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { askToken } from "./token-calls.ts";

const scene = adminScene();

async function decide({ id }: RegisteredApplication, trusted: boolean): Promise<void> {
  const request = `PUT /api/admin/applications/${id}/trust`;
  expect((await call(scene.url, request, { token: scene.admin.token, body: { trusted } })).status).toBe(200);
}

const read = (visitor: Visitor, query = "") =>
  askUntilUpToDate(() => visitor.call(`GET /api/user/connected-apps${query}`));
const listed = async (visitor: Visitor) => (await read(visitor)).body;
const disconnect = (visitor: Visitor, { id }: RegisteredApplication) =>
  visitor.call(`DELETE /api/user/connected-apps/${id}`);

/** The user consents to what the application asks. */
async function allow(visitor: Visitor, application: RegisteredApplication): Promise<void> {
  await visitor.authorize(requestOf(application));
  expect((await visitor.consent(requestOf(application))).status).toBe(200);
}

/** The user signs in to the application, which asks for nothing. */
async function signIn(visitor: Visitor, application: RegisteredApplication, scope = "openid email offline_access") {
  const request = requestOf(application, { scope, prompt: "none" });
  const { code = "" } = answerIn((await visitor.authorize(request)).headers.get("location"));
  const said = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
  const { status, body } = await askToken(scene.url, said, { basic: application });
  expect(status).toBe(200);
  return body as { access_token: string; refresh_token: string };
}

it("lists a trusted application once it signed the user in, with its last use, until the trust is taken away", async () => {
  const [application, visitor] = [await registerApplication(scene.url), await givenVisitor(scene.url)];
  await decide(application, true);
  expect(await listed(visitor)).toEqual([]);

  const { access_token } = await signIn(visitor, application, "openid");
  await signIn(visitor, application, "openid email");

  const [before] = await listed(visitor);
  expect(before).toMatchObject({ id: application.id, trusted: true, status: "connected", scopes: ["openid", "email"] });
  expect((await askUserinfo(scene.url, access_token)).status).toBe(200);
  await expect.poll(async () => (await listed(visitor))[0].lastAccess).not.toBe(before.lastAccess);

  await decide(application, false);
  expect(await listed(visitor)).toEqual([]);
  expect((await disconnect(visitor, application)).status).toBe(404);
  await decide(application, true);
  expect(await listed(visitor)).toEqual([]);
});

it("ends what a trusted application has when the user revokes it, and lists it again after a new sign-in", async () => {
  const [application, visitor] = [await registerApplication(scene.url), await givenVisitor(scene.url)];
  await decide(application, true);
  const tokens = await signIn(visitor, application);

  expect((await disconnect(visitor, application)).status).toBe(200);

  expect(await listed(visitor)).toEqual([]);
  expect((await askUserinfo(scene.url, tokens.access_token)).status).toBe(401);
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  expect((await askToken(scene.url, refresh, { basic: application })).body.error).toBe("invalid_grant");

  const anew = await signIn(visitor, application);
  expect((await askUserinfo(scene.url, anew.access_token)).status).toBe(200);
  expect(await listed(visitor)).toMatchObject([{ id: application.id, trusted: true }]);
});

it("lists as ended what This wasn't me made void, until the application asked again or the user removed it", async () => {
  const [kept, removed, visitor] = [
    await registerApplication(scene.url),
    await registerApplication(scene.url),
    await givenVisitor(scene.url),
  ];
  const person = visitor.person as NonNullable<typeof visitor.person>;
  await allow(visitor, removed);
  await allow(visitor, kept);
  await disown(scene.url, notMeTokenIn(await emailTo(scene.url, person.email, "New sign-in")));
  await resetPassword(scene.url, await resetTokenTo(scene.url, person.email));
  await visitor.signIn({ ...person, password: newPassword });

  const ended = { status: "ended", trusted: false, scopes: ["openid", "profile"] };
  expect(await listed(visitor)).toMatchObject([
    { id: kept.id, ...ended },
    { id: removed.id, ...ended },
  ]);
  expect((await disconnect(visitor, removed)).status).toBe(200);
  await allow(visitor, kept);
  expect(await listed(visitor)).toMatchObject([{ id: kept.id, status: "connected" }]);
});

it("pages through the list, and fills a page where an application was deleted", async () => {
  const visitor = await givenVisitor(scene.url);
  const { developer } = await registerApplication(scene.url);
  const ids: string[] = [];
  for (let number = 0; number < 4; number++) {
    const application = await registerApplication(scene.url, { developer });
    await allow(visitor, application);
    ids.unshift(application.id);
  }
  const [newest, second, deleted, oldest] = ids;
  const request = `DELETE /api/developer/applications/${deleted}`;
  expect((await call(scene.url, request, { token: developer.token })).status).toBe(200);
  const page = async (query: string) => {
    const { body, headers } = await read(visitor, `?${query}`);
    return { ids: body.map(({ id }: { id: string }) => id), link: headers.get("link") };
  };

  const first = await page("limit=2");

  expect(first.ids).toEqual([newest, second]);
  const [, next = ""] = /^<\/api\/user\/connected-apps\?([^>]+)>; rel="next"$/.exec(first.link ?? "") ?? [];
  expect(await page(next)).toEqual({ ids: [oldest], link: null });
  expect((await read(visitor, "?cursor=x")).status).toBe(400);
});
