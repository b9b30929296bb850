import { auditStream } from "@attestory/events/envelope.ts";
import { type PersonalData, personalData } from "@attestory/query-api/personal-data/schema.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member, rename } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { givenParties, givenTokens, type Parties } from "./grants.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { enableTotp } from "./second-factors.ts";
import { knowingAll, typesIn } from "./stored-log.ts";

const product = sharedProductScene({ RATE_LIMITS: "on" });

let admin: Member;
let parties: Parties;
/** What may be in no file: each was given to the person in clear, or would let someone in. */
let secrets: string[];
const markup = '<script>alert("1")</script>';

/** An answer that the read models do not hold everything yet counts towards no limit. */
const take = async ({ token }: { token: string }, query = "") => {
  const headers = await knowingAll(product);
  return askUntilUpToDate(() => call(product.url, `GET /api/user/data${query}`, { token, headers }));
};
const file = async (person: { token: string }): Promise<PersonalData> => personalData.parse((await take(person)).body);

beforeAll(async () => {
  const { url } = product;
  admin = await givenAdmin(product);
  parties = await givenParties(url);
  const { user, application } = parties;
  const tokens = await givenTokens(parties, { scope: "openid profile email offline_access" });
  const factors = await enableTotp(url, user.token);
  const key = await givenApiKey(product, user, { name: "Nightly report" });
  const names = { firstName: "Ada", lastName: markup };
  await call(url, "PUT /api/user/profile", { token: user.token, body: names });
  await rename(url, { by: admin, of: user }, { firstName: "Augusta" });
  secrets = [
    user.password,
    user.token.split("_").slice(2).join("_"),
    factors.secret,
    ...factors.recoveryCodes,
    key.keyValue,
    tokens.access_token,
    tokens.refresh_token,
    application.clientSecret ?? "",
  ];
});

describe("GET /api/user/data", () => {
  it("has the account, what belongs to it, and all that happened to it, in the order of the log", async () => {
    const { user, application } = parties;
    const told = await file(user);
    expect(told.account).toMatchObject({ id: user.id, email: user.email, lastName: markup, twoFactorEnabled: true });
    expect(told.names.map(({ value }) => value)).toEqual([user.email, user.username]);
    expect(told.sessions.map(({ method }) => method)).toContain("password");
    expect(told.secondFactors.map(({ kind }) => kind)).toEqual(["authenticator-app", "recovery-codes"]);
    expect(told.connectedApplications).toMatchObject([{ id: application.id, name: application.name }]);
    expect(told.apiKeys).toMatchObject([{ name: "Nightly report" }]);
    const events = told.history.map(({ event }) => event);
    for (const event of [
      ...["UserRegistered", "EmailVerified", "SessionStarted", "AuthorizationRequested", "ConsentGranted"],
      ...["AuthorizationCodeIssued", "AuthorizationCodeRedeemed", "TwoFactorEnabled", "ApiKeyCreated"],
      ...["ProfileChanged", "PersonalDataDownloaded"],
    ]) {
      expect(events).toContain(event);
    }
    const times = told.history.map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
  });

  it("has no password, secret, code or token, in either format", async () => {
    for (const format of ["json", "html"]) {
      const { body } = await take(parties.user, `?format=${format}`);
      const text = typeof body === "string" ? body : JSON.stringify(body);
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(5);
        expect(text).not.toContain(secret);
      }
      expect(text).not.toMatch(/\$argon2|passwordHash|tokenHash|"digest/);
    }
  });

  it("has nothing of anyone else: an admin who changed the account, a developer, a user of an application", async () => {
    const { user, application } = parties;
    const { developer } = application;
    const namesOf = (person: Member) => [person.id, person.email, person.username];
    const ofUser = JSON.stringify(await file(user));
    for (const foreign of [...namesOf(admin), ...namesOf(developer)]) expect(ofUser).not.toContain(foreign);
    const ofDeveloper = await file(developer);
    expect(ofDeveloper.applications).toMatchObject([{ id: application.id, name: application.name }]);
    for (const foreign of namesOf(user)) expect(JSON.stringify(ofDeveloper)).not.toContain(foreign);
    const ofAdmin = JSON.stringify(await file(admin));
    for (const foreign of namesOf(user)) expect(ofAdmin).not.toContain(foreign);
  });

  it("is a page that shows what looks like HTML as text, and loads and runs nothing", async () => {
    const { status, headers, body } = await take(parties.user, "?format=html");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="attestory-data-p[0-9a-f-]+-\d{4}-\d\d-\d\d\.html"$/,
    );
    expect(body).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(body).not.toMatch(/<(script|link|img|iframe)|@import|url\(/);
    expect(body).toContain('<html lang="en">');
  });

  it("is recorded, and shown in the activity to be disowned from another session", async () => {
    const person = await givenSignedInUser(product.url);
    await take(person);
    expect(await typesIn(product, auditStream(person.id))).toEqual(["PersonalDataDownloaded"]);
    const other = await signIn(product.url, person);
    const headers = await knowingAll(product);
    const { body } = await call(product.url, "GET /api/user/activity?type=account", { token: other, headers });
    expect(body.activity[0]).toMatchObject({
      sentence: "Your data was downloaded",
      detail: "As JSON",
      canDisown: true,
    });
  });

  it("is not sent because a page of another site asks for it", async () => {
    const { token, id } = await givenSignedInUser(product.url);
    const headers = { cookie: `__Host-session=${token}`, "sec-fetch-site": "cross-site" };
    const { status, body } = await call(product.url, "GET /api/user/data", { headers });
    expect([status, body.code]).toEqual([403, "cross_site"]);
    expect(await typesIn(product, auditStream(id))).toEqual([]);
  });

  it("is taken ten times in an hour at most", async () => {
    const person = await givenSignedInUser(product.url);
    for (let count = 0; count < 10; count++) expect((await take(person)).status).toBe(200);
    const { status, headers, body } = await take(person);
    expect([status, body.code]).toEqual([429, "too_many_requests"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
  });
});
