import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, emailTo, newPerson, tokenIn } from "./client.ts";
import { facts, storedEvents, typesIn, when } from "./stored-log.ts";
import { givenUserWithLink, openLink, signInStatus } from "./verification-links.ts";

const product = ownProductScene({ RATE_LIMITS: "off" });
let url: string;
beforeAll(() => {
  url = product.url;
});

const day = 24 * 3600;
const verified = {
  message: "Your email address is verified. You can sign in now.",
  asksForCode: false,
  signedIn: null,
};
const rejected = { code: "invalid_token", message: "Invalid or expired verification token" };
const open = (link: string) => openLink(url, `?token=${link}`);
const typesOf = (userId: string) => typesIn(product, userStream(userId));
const requestEmail = (email: string) => call(url, "POST /api/auth/resend-verification", { body: { email } });

/** Requests a new email, and waits for one with a different link than the last. */
async function requestNewLink({ email }: { email: string }, last: string): Promise<string> {
  const { status } = await requestEmail(email);
  if (status !== 200) throw new Error(`answered ${status}`);
  const newestLink = async () => tokenIn(await emailTo(url, email, "Verify"));
  await expect.poll(newestLink).not.toBe(last);
  return newestLink();
}

describe("a verification link", () => {
  it("EV-02 EV-03 works for 24 hours, repeats its answer without a change, then is rejected", {
    tags: ["embedded/moves-clock"],
  }, async () => {
    product.stopClock();
    const [user, late] = [await givenUserWithLink(url), await givenUserWithLink(url)];

    product.advance(day - 60);
    const first = await when(product, () => open(user.link));
    const second = await when(product, () => open(user.link));
    const third = await when(product, () => open(user.link));
    for (const { response } of [first, second, third])
      expect([response.status, response.body]).toEqual([200, verified]);
    expect(first.events.map(({ type }) => type)).toContain("EmailVerified");
    expect([second.events, third.events]).toEqual([[], []]);

    product.advance(60);
    for (const { link } of [user, late]) {
      const { response, events } = await when(product, () => open(link));
      expect([response.status, response.body]).toEqual([400, rejected]);
      expect(events).toEqual([]);
    }
    expect(await signInStatus(url, user)).toBe(200);
    expect(await signInStatus(url, late)).toBe(403);
    expect(await typesOf(user.id)).toEqual(["UserRegistered", "EmailVerified"]);
    expect(await typesOf(late.id)).toEqual(["UserRegistered"]);
  });

  it("EV-03 T16 verifies once when opened many times at once", async () => {
    const user = await givenUserWithLink(url);

    const responses = await Promise.all(Array.from({ length: 20 }, () => open(user.link)));

    // A request that lost the race three times is told to try again; no other refusal occurs.
    for (const { status } of responses) expect([200, 409]).toContain(status);
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    expect(await typesOf(user.id)).toEqual(["UserRegistered", "EmailVerified"]);
    expect((await open(user.link)).body).toEqual(verified);
  });

  it("U1 signs in the browser that registered, and one that comes with another session not", async () => {
    const [user, other] = [await givenUserWithLink(url), await givenUserWithLink(url)];
    const openWith = (token: string) => call(url, `GET /api/auth/verify-email?token=${user.link}`, { token });
    const { body, headers } = await openWith(user.token);
    expect(body).toMatchObject({ asksForCode: false, signedIn: { user: { id: user.id, emailVerified: true } } });
    expect(headers.getSetCookie().map((line) => line.split("=")[0])).toContain("__Host-session");
    expect((await call(url, "GET /api/auth/me", { token: body.signedIn.token })).status).toBe(200);
    for (const token of [user.token, other.token, body.signedIn.token])
      expect((await openWith(token)).body.signedIn).toBeNull();
  });

  it("U1 T16 signs in no browser that registered another account", async () => {
    const [user, other, third] = await Promise.all([1, 2, 3].map(() => givenUserWithLink(url)));
    if (!user || !other || !third) throw new Error("nobody");
    const headers = { cookie: "__Host-registration=of-another" };
    const opened = await call(url, `GET /api/auth/verify-email?token=${user.link}`, { token: user.token, headers });
    expect(opened.body).toMatchObject({ asksForCode: true, signedIn: null });
    const foreign = await call(url, `GET /api/auth/verify-email?token=${other.link}`, { token: third.token });
    expect(foreign.body.signedIn).toBeNull();
  });

  it("T16 starts no session without that of the registration", async () => {
    const user = await givenUserWithLink(url);

    const { response, events } = await when(product, () => open(user.link));

    expect(response.body).toEqual(verified);
    expect(response.headers.getSetCookie().map((line) => line.split("=")[0])).toEqual([
      "__Host-position",
      "__Host-device",
    ]);
    expect(events.map(({ type }) => type)).not.toContain("SessionStarted");
    const sessions = (await facts(product)).filter(
      ({ type, person }) => type === "SessionStarted" && person === user.id,
    );
    // Only the registration's session was ever started, and it has ended.
    expect(sessions).toHaveLength(1);
    for (const token of [user.token, user.link]) {
      expect((await call(url, "GET /api/auth/me", { token })).status).toBe(401);
    }
  });

  it("U6 is sent to a registration whose link for the first admin does not work", async () => {
    const person = newPerson();
    const { status } = await call(url, "POST /api/auth/register", { body: { ...person, adminLink: "no link" } });
    expect(status).toBe(201);
    expect(tokenIn(await emailTo(url, person.email, "Verify"))).not.toBe("");
  });

  it("EV-04 works only if it is the newest", async () => {
    const user = await givenUserWithLink(url);
    const second = await requestNewLink(user, user.link);
    const newest = await requestNewLink(user, second);
    expect(new Set([user.link, second, newest]).size).toBe(3);

    for (const older of [user.link, second]) {
      const { response, events } = await when(product, () => open(older));
      expect([response.status, response.body]).toEqual([400, rejected]);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(events).toEqual([]);
    }
    expect((await open(newest)).body).toEqual(verified);
    // The older links stay invalid.
    for (const older of [user.link, second]) expect((await open(older)).status).toBe(400);
    expect(await signInStatus(url, user)).toBe(200);
  });

  it("EV-04 works for 24 hours from its own request", { tags: ["embedded/moves-clock"] }, async () => {
    product.stopClock();
    const user = await givenUserWithLink(url);
    product.advance(day - 10);
    const link = await requestNewLink(user, user.link);
    product.advance(day - 10);

    expect((await open(user.link)).status).toBe(400);
    expect((await open(link)).body).toEqual(verified);
  });

  it("EV-04 is not sent again once the address is verified", async () => {
    const user = await givenUserWithLink(url);
    await open(user.link);

    const { response, events } = await when(product, () => requestEmail(user.email));

    expect(response.status).toBe(200);
    expect(events).toEqual([]);
    const emails = async () =>
      (await storedEvents(product)).flatMap(({ type, data }) => (data.includes(userStream(user.id)) ? [type] : []));
    await expect.poll(emails).toEqual(["LetterSent"]);
  });
});
