/** @module-tag embedded/moves-clock */
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, requestOf, Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { exchange, refresh } from "./grants.ts";
import { givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { givenProtectedUser, givenTrustingUser, signInWith } from "./second-factors.ts";
import { claimsOf } from "./token-calls.ts";

const product = ownProductScene();
let url: string;
let application: RegisteredApplication;
beforeAll(async () => {
  url = product.url;
  application = await newApplication(url);
});

const [one, two] = ["urn:attestory:acr:1fa", "urn:attestory:acr:2fa"];
const asks = (said: Record<string, string> = {}) => requestOf(application, { scope: "openid offline_access", ...said });
const essential = (...values: string[]) => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }),
});

type Person = Awaited<ReturnType<typeof givenProtectedUser>>;

/** A code that was not used before. */
function nextCode({ secret }: Person): string {
  product.advance(60);
  return codeAt(secret, product.now());
}

/** A browser in which this user is signed in. */
async function browserOf(person: Person, more: object = {}): Promise<Visitor> {
  const visitor = new Visitor(url);
  const answer = await signInWith(url, person, { totpCode: nextCode(person), ...more });
  visitor.jar.keep(answer);
  visitor.person = { ...person, token: answer.body.token };
  return visitor;
}

/** A user whose browser was asked for no second factor. */
async function givenTrusted(): Promise<{ visitor: Visitor; person: Person }> {
  const person = await givenTrustingUser(url, product.now());
  const headers = { cookie: person.trustCookie };
  const { email, password } = person;
  const answer = await call(url, "POST /api/auth/login", { body: { email, password }, headers });
  const visitor = new Visitor(url);
  visitor.jar.keep(answer);
  visitor.person = { ...person, token: answer.body.token };
  return { visitor, person };
}

type Sent = ReturnType<typeof asks>;

/** The tokens of a request that the user allows, or has allowed before. */
async function tokensOf(visitor: Visitor, sent: Sent) {
  const { headers } = await visitor.authorize(sent);
  const { code = "" } = answerIn(headers.get("location") ?? (await visitor.consent(sent)).body.redirectUrl);
  const { body } = await exchange(partiesOf(visitor), { code, redirect_uri: redirectUri });
  return body;
}
const partiesOf = ({ person }: Visitor) => ({ url, user: person as NonNullable<typeof person>, application });
const told = (idToken: string) => {
  const { acr, amr } = claimsOf(idToken);
  return { acr, amr };
};
const stepUp = (visitor: Visitor, proof: object) => visitor.call("POST /api/auth/step-up", proof);
/** The only one of the account. */
async function removeKey(visitor: Visitor): Promise<void> {
  const [{ id }] = (await visitor.call("GET /api/user/hardware-keys")).body.hardwareKeys;
  expect((await visitor.call(`DELETE /api/user/hardware-keys/${id}`)).status).toBe(200);
}
const missing = async (visitor: Visitor, sent: Sent) => (await visitor.info(sent)).body.missingMethods;

it("oidcc-ensure-request-with-acr-values-succeeds and names in the ID token one of those that discovery lists", async () => {
  const { body: discovery } = await call(url, "GET /.well-known/openid-configuration");
  expect(discovery.acr_values_supported).toEqual([one, two, "phr"]);
  const visitor = await givenVisitor(url);
  const tokens = await tokensOf(visitor, asks({ acr_values: discovery.acr_values_supported.join(" ") }));
  expect(told(tokens.id_token)).toEqual({ acr: one, amr: ["pwd"] });
});

it("says of a user with two-factor that both were given, also in refreshed ID tokens after a step-up", async () => {
  const person = await givenProtectedUser(url, product.now());
  const visitor = await browserOf(person);
  const tokens = await tokensOf(visitor, asks());
  expect(told(tokens.id_token)).toEqual({ acr: two, amr: ["pwd", "otp", "mfa"] });
  await stepUp(visitor, { currentPassword: person.password });
  expect(told((await refresh(partiesOf(visitor), tokens)).body.id_token)).toEqual(told(tokens.id_token));
  expect(told((await tokensOf(visitor, asks({ acr_values: `phr ${one}` }))).id_token)).toMatchObject({ acr: one });
});

it("leads to the second factor where it is essential, or refuses without a screen", async () => {
  const { visitor, person } = await givenTrusted();
  await tokensOf(visitor, asks());
  const sent = asks({ state: "strong", ...essential(two) });
  const silent = await visitor.authorize({ ...sent, prompt: "none" });
  expect(answerIn(silent.headers.get("location"))).toMatchObject({ error: "login_required" });
  expect((await visitor.authorize(sent)).status).toBe(200);
  expect(await missing(visitor, sent)).toEqual({
    reason: "stronger-sign-in",
    ways: ["totp", "recovery_code"],
    keyChecksUser: false,
    isOptional: false,
  });
  expect((await visitor.consent(sent)).body.code).toBe("reauthentication_required");
  expect((await stepUp(visitor, { totpCode: nextCode(person) })).status).toBe(200);
  expect(await missing(visitor, sent)).toBeNull();
  expect(told((await tokensOf(visitor, sent)).id_token)).toEqual({ acr: two, amr: ["pwd", "otp", "mfa"] });
});

it("offers the second factor where the application prefers it, and does not insist", async () => {
  const { visitor } = await givenTrusted();
  await tokensOf(visitor, asks());
  const sent = asks({ state: "weak", acr_values: two });
  expect((await visitor.authorize(sent)).status).toBe(200);
  expect(await missing(visitor, sent)).toMatchObject({ isOptional: true });
  expect(told((await tokensOf(visitor, sent)).id_token)).toMatchObject({ acr: one });
  const silent = await visitor.authorize({ ...sent, prompt: "none" });
  expect(answerIn(silent.headers.get("location"))).toHaveProperty("code");
});

it("answers unmet_authentication_requirements where the account has no such factor", async () => {
  const visitor = await givenVisitor(url);
  for (const sent of [asks(essential(two)), asks({ prompt: "none", ...essential("phr", "gold") })]) {
    const { headers } = await visitor.authorize(sent);
    expect(answerIn(headers.get("location"))).toMatchObject({ error: "unmet_authentication_requirements" });
    const info = await visitor.info(sent);
    expect([info.status, info.body.code]).toEqual([400, "unmet_authentication_requirements"]);
  }
  const nobody = new Visitor(url);
  expect((await nobody.authorize(asks(essential(two)))).status).toBe(200);
  const { headers } = await nobody.authorize(asks(essential("gold")));
  expect(answerIn(headers.get("location"))).toMatchObject({ error: "unmet_authentication_requirements" });
});

for (const [module, said] of [
  ["oidcc-prompt-login", { prompt: "login" }],
  ["oidcc-max-age-1", { max_age: "1" }],
] as const) {
  it(`${module} asks a user with two-factor for both factors again`, async () => {
    const person = await givenProtectedUser(url, product.now());
    const visitor = await browserOf(person);
    const first = claimsOf((await tokensOf(visitor, asks())).id_token);
    product.advance(40);
    const sent = asks({ state: module, ...said });
    await visitor.authorize(sent);
    const code = nextCode(person);
    expect(await missing(visitor, sent)).toMatchObject({ reason: "new-sign-in", ways: ["password"] });
    await stepUp(visitor, { currentPassword: person.password });
    expect(await missing(visitor, sent)).toMatchObject({ ways: ["totp", "recovery_code"] });
    expect((await visitor.consent(sent)).body.code).toBe("reauthentication_required");
    expect((await stepUp(visitor, { totpCode: code })).status).toBe(200);
    const second = claimsOf((await tokensOf(visitor, sent)).id_token);
    expect(second.auth_time).toBeGreaterThan(first.auth_time as number);
    expect(second).toMatchObject({ sub: first.sub, acr: two });
  });
}

it("takes a key that checks who uses it for both factors, and says that it answers no other site", async () => {
  const visitor = await givenVisitor(url);
  const key = await givenHardwareKey(url, partiesOf(visitor).user);
  product.advance(100);
  const sent = asks({ prompt: "login", ...essential("phr") });
  await visitor.authorize(sent);
  expect(await missing(visitor, sent)).toMatchObject({ ways: ["password", "hardware_key"] });
  const { options } = (await visitor.call("POST /api/auth/step-up/begin")).body;
  expect((await stepUp(visitor, { response: key.assert(options, { userVerified: true }) })).status).toBe(200);
  expect(told((await tokensOf(visitor, sent)).id_token)).toEqual({ acr: "phr", amr: ["pop", "user", "mfa"] });
});

it("asks for the password also where a second factor was given and then removed", async () => {
  const visitor = await givenVisitor(url);
  const key = await givenHardwareKey(url, partiesOf(visitor).user);
  product.advance(1200);
  const sent = asks({ prompt: "login", state: "removed" });
  await visitor.authorize(sent);
  const { options } = (await visitor.call("POST /api/auth/step-up/begin")).body;
  expect((await stepUp(visitor, { response: key.assert(options, { userVerified: false }) })).status).toBe(200);
  await removeKey(visitor);
  expect(await missing(visitor, sent)).toMatchObject({ reason: "new-sign-in", ways: ["password"] });
  expect((await visitor.consent(sent)).body.code).toBe("reauthentication_required");
});

it("says phr only while the account has a key", async () => {
  const owner = await givenVisitor(url);
  const key = await givenHardwareKey(url, partiesOf(owner).user);
  const answer = await signInByPasskey(url, key);
  const visitor = new Visitor(url);
  visitor.jar.keep(answer);
  visitor.person = { ...partiesOf(owner).user, token: answer.body.token };
  const tokens = await tokensOf(visitor, asks());
  expect(told(tokens.id_token)).toMatchObject({ acr: "phr" });
  await removeKey(owner);
  expect(told((await tokensOf(visitor, asks())).id_token)).toMatchObject({ acr: one });
  expect(told((await refresh(partiesOf(visitor), tokens)).body.id_token)).toMatchObject({ acr: "phr" });
});
