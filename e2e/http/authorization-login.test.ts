/** @module-tag embedded/moves-clock */
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import type { RegisteredApplication } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, queryOf, requestOf, Visitor } from "./authorizations.ts";
import { call, givenUnverifiedUser } from "./client.ts";
import { openPushed, pushed } from "./pushed-calls.ts";
import { givenUserWithLink } from "./verification-links.ts";

const product = ownProductScene();
let url: string;
let application: RegisteredApplication;
beforeAll(async () => {
  url = product.url;
  application = await newApplication(url);
});

const code = expect.stringMatching(/^atc_/);
const answerTo = ({ headers }: { headers: Headers }) => answerIn(headers.get("location"));

/** A browser in which the application has the user's consent. */
async function givenConsent(): Promise<Visitor> {
  const visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  await visitor.consent(requestOf(application));
  return visitor;
}

/** The time of the login, as the newest code says. */
async function authenticatedAt(visitor: Visitor, answer: Record<string, string>): Promise<Date> {
  const id = answer.code?.split("_")[1] ?? "";
  const [issued] = await product.history(`authorization-${id}` as never);
  if (issued?.type !== "AuthorizationCodeIssued") throw new Error(`no code of ${visitor.person?.id}`);
  return new Date(issued.data.authenticatedAt);
}

for (const [said, seconds] of [
  [{ prompt: "login" }, 1],
  [{ max_age: "0" }, 1],
  [{ max_age: "100" }, 101],
] as const) {
  it(`AZ-13 asks a signed-in user to confirm who they are: ${queryOf(said)}`, async () => {
    const visitor = await givenConsent();
    product.advance(seconds);
    const sent = requestOf(application, { state: "b", ...said });
    const startedAt = product.now();
    expect((await visitor.authorize(sent)).status).toBe(200);
    expect((await visitor.info(sent)).body).toMatchObject({ loginRequired: true });
    const early = await visitor.consent(sent);
    expect([early.status, early.body.code]).toEqual([403, "reauthentication_required"]);
    const proof = { currentPassword: visitor.person?.password };
    expect((await visitor.call("POST /api/auth/step-up", proof)).status).toBe(200);
    const granted = await visitor.consent(sent);
    expect(granted.status).toBe(200);
    const answer = answerIn(granted.body.redirectUrl);
    expect(answer).toMatchObject({ code, state: "b" });
    expect((await authenticatedAt(visitor, answer)).getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
  });
}

it("AZ-13 asks for no login that is recent enough, and states when it was", async () => {
  const visitor = await givenConsent();
  const signedInBefore = product.now();
  product.advance(60);
  const first = answerTo(await visitor.authorize(requestOf(application, { max_age: "15000" })));
  const second = answerTo(await visitor.authorize(requestOf(application, { max_age: "10000" })));
  const times = [await authenticatedAt(visitor, first), await authenticatedAt(visitor, second)];
  expect(times[0]).toEqual(times[1]);
  expect(times[0]?.getTime()).toBeLessThanOrEqual(signedInBefore.getTime());
});

for (const said of [{ prompt: "login" }, { max_age: "0" }, { max_age: "1" }]) {
  it(`AZ-13 counts the login that follows the request, and only once: ${queryOf(said)}`, async () => {
    const { person } = await givenConsent();
    if (!person) throw new Error("nobody is signed in");
    const browser = new Visitor(url);
    const sent = requestOf(application, { state: "c", ...said });
    expect((await browser.authorize(sent)).status).toBe(200);
    product.advance(20);
    await browser.signIn(person);
    product.advance(5);
    const answer = await browser.authorize(sent);
    expect([answer.status, answerTo(answer)]).toMatchObject([303, { code, state: "c" }]);
    product.advance(5);
    // The same request again is a new one.
    expect((await browser.authorize(sent)).status).toBe(200);
    expect((await browser.info(sent)).body).toMatchObject({ loginRequired: true });
  });
}

for (const said of [{ prompt: "login" }, { max_age: "60" }]) {
  it(`AZ-13 counts no login that answered the same request before it came again: ${queryOf(said)}`, async () => {
    const visitor = await givenVisitor(url);
    product.advance(100);
    const sent = requestOf(application, { state: "again", ...said });
    const missing = async () => (await visitor.info(sent)).body.missingMethods;
    const proof = { currentPassword: visitor.person?.password };
    await visitor.authorize(sent);
    expect((await visitor.call("POST /api/auth/step-up", proof)).status).toBe(200);
    product.advance(100);
    // The page is opened anew: the sign-in is the answer to it.
    await visitor.authorize(sent);
    expect(await missing()).toBeNull();
    product.advance(2900);
    expect(await missing()).toBeNull();
    await visitor.authorize(sent);
    expect(await missing()).toMatchObject({ reason: "new-sign-in" });
    expect((await visitor.consent(sent)).body.code).toBe("reauthentication_required");
    expect((await visitor.call("POST /api/auth/step-up", proof)).status).toBe(200);
    expect(await missing()).toBeNull();
    expect(answerIn((await visitor.consent(sent)).body.redirectUrl)).toMatchObject({ code });
  });
}

it("AZ-13 does not count a login for another request, nor one that came long after", async () => {
  const { person } = await givenConsent();
  if (!person) throw new Error("nobody is signed in");
  const browser = new Visitor(url);
  const sent = requestOf(application, { prompt: "login", state: "d" });
  await browser.authorize(sent);
  product.advance(1);
  await browser.signIn(person);
  product.advance(1);
  expect((await browser.authorize({ ...sent, state: "e" })).status).toBe(200);
  expect((await browser.consent({ ...sent, state: "e" })).status).toBe(403);
  product.advance(1800);
  expect((await browser.authorize(sent)).status).toBe(200);
});

it("prompt=login keeps two requests apart that wait at the login screen", async () => {
  const { person } = await givenConsent();
  if (!person) throw new Error("nobody is signed in");
  const browser = new Visitor(url);
  const requests = ["f", "g"].map((state) => requestOf(application, { prompt: "login", state }));
  for (const sent of requests) await browser.authorize(sent);
  product.advance(1);
  await browser.signIn(person);
  const [first, second] = requests;
  if (!first || !second) throw new Error("no requests");
  expect((await browser.authorize(second)).status).toBe(303);
  await browser.authorize(first);
  expect((await browser.info(first)).status).toBe(200);
});

it("asks a user who consented before again where the application wants that", async () => {
  const visitor = await givenConsent();
  for (const prompt of ["consent", "select_account"]) {
    const sent = requestOf(application, { prompt, state: prompt });
    expect((await visitor.authorize(sent)).status).toBe(200);
    expect(answerIn((await visitor.consent(sent)).body.redirectUrl)).toMatchObject({ code, state: prompt });
  }
});

it("forgets a request that waited for an hour", async () => {
  const visitor = await givenVisitor(url);
  const sent = requestOf(application, { state: "h" });
  await visitor.authorize(sent);
  product.advance(3601 - 600);
  await visitor.call("POST /api/user/session");
  product.advance(600);
  expect((await visitor.consent(sent)).status).toBe(400);
});

it("PR-08 opens a pushed request for 90 seconds, and waits longer while its user signs in", async () => {
  const [visitor, signedOut] = [await givenConsent(), new Visitor(url)];
  const [inTime, late] = [await pushed(url, application), await pushed(url, application)];
  product.advance(85);
  expect(answerTo(await openPushed(visitor, inTime, application))).toMatchObject({ code });
  expect((await openPushed(signedOut, late, application)).status).toBe(200);
  product.advance(10);
  expect(answerTo(await openPushed(visitor, late, application))).toMatchObject({ error: "invalid_request_uri" });
  product.advance(600);
  if (visitor.person) await signedOut.signIn(visitor.person);
  expect(answerTo(await openPushed(signedOut, late, application))).toMatchObject({ code });
});

it("AZ-13 counts the link that verifies an address for no login", async () => {
  const { link, token, ...person } = await givenUserWithLink(url);
  product.advance(600);
  const opened = await call(url, `GET /api/auth/verify-email?token=${link}`, { token });
  const visitor = new Visitor(url);
  visitor.jar.keep(opened);
  visitor.person = { ...person, token: opened.body.signedIn.token };
  const sent = requestOf(application);
  await visitor.authorize(sent);
  await visitor.consent(sent);
  expect(answerTo(await visitor.authorize({ ...sent, max_age: "900" }))).toMatchObject({ code });
  expect((await visitor.authorize({ ...sent, max_age: "300" })).status).toBe(200);
});

it("AZ-12 counts a user whose address is not verified as signed out", async () => {
  const { token } = await givenUnverifiedUser(url);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await new Visitor(url).open(
    `/oauth/authorize?${queryOf(requestOf(application, { prompt: "none" }))}`,
    headers,
  );
  expect(answerTo(answer)).toMatchObject({ error: "login_required" });
});
