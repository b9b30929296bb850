import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, requestOf, Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { exchange, refresh } from "./grants.ts";
import { knowingAll } from "./stored-log.ts";
import { claimsOf } from "./token-calls.ts";

const product = sharedProductScene();
let url: string;
let application: Awaited<ReturnType<typeof newApplication>>;
beforeAll(async () => {
  url = product.url;
  application = await newApplication(url);
});

const scope = "openid offline_access";
const asks = (claims: unknown, said: Record<string, string> = {}) =>
  requestOf(application, { scope, claims: JSON.stringify(claims), ...said });

/** A browser whose user has first name, last name and an address, and what its tokens tell. */
async function givenNamed(): Promise<Visitor> {
  const visitor = await givenVisitor(url);
  await visitor.call("PUT /api/user/profile", { firstName: "Ada", lastName: "" });
  return visitor;
}

async function tokensOf(visitor: Visitor, sent: ReturnType<typeof asks>) {
  await visitor.authorize(sent);
  const { code = "" } = answerIn((await visitor.consent(sent)).body.redirectUrl);
  return (await exchange(partiesOf(visitor), { code, redirect_uri: redirectUri })).body;
}
const partiesOf = ({ person }: Visitor) => ({ url, user: person as NonNullable<typeof person>, application });
/** Of read models that know the name. */
const userinfoOf = async ({ access_token: token }: { access_token: string }) =>
  (await call(url, "GET /api/oauth/userinfo", { token, headers: await knowingAll(product) })).body;

it("oidcc-claims-essential delivers claims where they were asked for, and shows the user their scopes", async () => {
  const visitor = await givenNamed();
  const claims = { userinfo: { name: { essential: true } }, id_token: { email: null, family_name: null } };
  const info = await visitor.info(asks(claims));
  expect(info.body).toMatchObject({ scope, consentScopes: ["openid", "offline_access", "email", "profile"] });
  const tokens = await tokensOf(visitor, asks(claims));
  const { id: sub, email } = partiesOf(visitor).user;
  expect(await userinfoOf(tokens)).toEqual({ sub, name: "Ada" });
  const refreshed = (await refresh(partiesOf(visitor), tokens)).body;
  for (const idToken of [tokens.id_token, refreshed.id_token]) {
    expect(claimsOf(idToken)).toMatchObject({ sub, email, acr: "urn:attestory:acr:1fa", amr: ["pwd"] });
    expect(Object.keys(claimsOf(idToken))).not.toContain("name");
  }
  expect(await userinfoOf(refreshed)).toEqual({ sub, name: "Ada" });
});

it("gives no single claims by a refresh for a narrower scope, and gives them again for the whole", async () => {
  const visitor = await givenNamed();
  const tokens = await tokensOf(visitor, asks({ userinfo: { name: null }, id_token: { email: null } }));
  const { id: sub, email } = partiesOf(visitor).user;
  const narrow = (await refresh(partiesOf(visitor), tokens, { scope: "openid" })).body;
  expect(claimsOf(narrow.id_token)).toMatchObject({ sub });
  expect(claimsOf(narrow.id_token)).not.toHaveProperty("email");
  expect(await userinfoOf(narrow)).toEqual({ sub });
  const whole = (await refresh(partiesOf(visitor), narrow, { scope: "offline_access openid" })).body;
  expect(claimsOf(whole.id_token)).toMatchObject({ sub, email });
  expect(await userinfoOf(whole)).toEqual({ sub, name: "Ada" });
});

it("asks for consent to a claim whose scope the user has not allowed", async () => {
  const visitor = await givenNamed();
  await tokensOf(visitor, asks({}));
  const silent = (claims: unknown) => visitor.authorize(asks(claims, { prompt: "none" }));
  const answer = async (claims: unknown) => answerIn((await silent(claims)).headers.get("location"));
  expect(await answer({ userinfo: { picture: null } })).toHaveProperty("code");
  expect(await answer({ userinfo: { email: null } })).toMatchObject({ error: "consent_required" });
  await tokensOf(visitor, asks({ userinfo: { email: null } }));
  expect(await answer({ id_token: { email_verified: null } })).toHaveProperty("code");
});

it("gives no token of another user than the one that is asked for", async () => {
  const visitor = await givenNamed();
  const other = await givenNamed();
  const sent = asks({ id_token: { sub: { value: partiesOf(other).user.id } } });
  const silent = await visitor.authorize({ ...sent, prompt: "none" });
  expect(answerIn(silent.headers.get("location"))).toMatchObject({ error: "login_required" });
  expect((await visitor.authorize(sent)).status).toBe(200);
  expect((await visitor.info(sent)).body).toMatchObject({ anotherAccount: true });
  const refused = await visitor.consent(sent);
  expect([refused.status, refused.body.code]).toEqual([403, "another_account"]);
  expect((await tokensOf(other, sent)).id_token).toBeTruthy();
});

it("sends claims that cannot be read back to the application", async () => {
  const { headers } = await new Visitor(url).authorize({ ...asks({}), claims: "{" });
  expect(answerIn(headers.get("location"))).toMatchObject({ error: "invalid_request", state: "a state" });
});

it("oidcc-ui-locales oidcc-claims-locales oidcc-login-hint oidcc-display-page make no error", async () => {
  const visitor = await givenVisitor(url);
  const said = { ui_locales: "se", claims_locales: "se", login_hint: "buffy@localhost", display: "page" };
  const sent = requestOf(application, said);
  await visitor.authorize(sent);
  expect(answerIn((await visitor.consent(sent)).body.redirectUrl)).toHaveProperty("code");
});

it("oidcc-discovery-endpoint-verification promises the very claims that are sent", async () => {
  const { body: discovery } = await call(url, "GET /.well-known/openid-configuration");
  expect(discovery).toMatchObject({ claims_parameter_supported: true, ui_locales_supported: ["en"] });
  const visitor = await givenVisitor(url);
  await visitor.call("PUT /api/user/profile", { firstName: "Ada", lastName: "Lovelace" });
  const sent = requestOf(application, { scope: "openid profile email roles", nonce: "a nonce" });
  const tokens = await tokensOf(visitor, sent);
  const told = [...Object.keys(claimsOf(tokens.id_token)), ...Object.keys(await userinfoOf(tokens))];
  expect([...new Set(told)].sort()).toEqual([...discovery.claims_supported].sort());
});
