import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, emailTo, givenUnverifiedUser, newPerson, notMeTokenIn, register, tokenIn, verify } from "./client.ts";
import { disown } from "./recovery-links.ts";
import { facts, typesIn } from "./stored-log.ts";
import { openLink, signInStatus } from "./verification-links.ts";
import { send } from "./wire.ts";

describe("the link This wasn't me", () => {
  let product: SharedProduct;
  let url: string;
  beforeAll(async () => {
    product = await sharedProduct();
    ({ url } = product);
  });

  /** An attacker's registration of a victim's address, and the email that the victim got. */
  const givenHijacking = async () => {
    const attacker = await givenUnverifiedUser(url);
    const email = await emailTo(url, attacker.email, "Verify");
    return { attacker, link: tokenIn(email), notMe: notMeTokenIn(email) };
  };

  it("A3 releases the address and the username, and ends password, link and session", async () => {
    const { attacker, link, notMe } = await givenHijacking();

    const { status, body } = await disown(url, notMe);

    expect([status, body.message]).toEqual([200, "The account is removed, and your address is free again."]);
    expect(await typesIn(product, userStream(attacker.id))).toEqual(["UserRegistered", "RegistrationLapsed"]);
    for (const request of ["GET /api/auth/me", "POST /api/auth/logout"]) {
      expect((await call(url, request, { token: attacker.token })).status).toBe(401);
    }
    expect((await openLink(url, `?token=${link}`)).body.code).toBe("invalid_token");
    expect(await signInStatus(url, attacker)).toBe(401);
    const victim = newPerson({ email: attacker.email, username: attacker.username, password: "the victim's own" });
    await register(url, victim);
    // The address has had an email before.
    await expect.poll(async () => tokenIn(await emailTo(url, victim.email, "Verify"))).not.toBe(link);
    await verify(url, victim.email);
    expect(await signInStatus(url, victim)).toBe(200);
    expect(await signInStatus(url, attacker)).toBe(401);
  });

  it("A3 answers the same when it is used again, also after the address was registered again", async () => {
    const { attacker, notMe } = await givenHijacking();
    await disown(url, notMe);
    const victim = newPerson({ email: attacker.email });
    const { user } = await register(url, victim);

    const { status } = await disown(url, notMe);

    expect(status).toBe(200);
    expect(await typesIn(product, userStream(attacker.id))).toEqual(["UserRegistered", "RegistrationLapsed"]);
    expect(await typesIn(product, userStream(user.id))).toEqual(["UserRegistered"]);
  });

  it("A3 refuses once the address was verified, and says so", async () => {
    const { attacker, notMe } = await givenHijacking();
    await verify(url, attacker.email);

    const { status, body } = await disown(url, notMe);

    expect([status, body.code]).toEqual([400, "invalid_token"]);
    expect(body.message).toMatch(/was verified.*operator/);
    expect(await signInStatus(url, attacker)).toBe(200);
  });

  it("A3 works from every email of the registration", async () => {
    const { attacker, notMe } = await givenHijacking();
    await call(url, "POST /api/auth/resend-verification", { body: { email: attacker.email } });

    expect((await disown(url, notMe)).status).toBe(200);
  });

  it("A3 is of another kind than the link that verifies, and neither token works for the other", async () => {
    const { attacker, link, notMe } = await givenHijacking();

    const answers = [await disown(url, link), await openLink(url, `?token=${notMe}`)];

    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(2).fill("400 invalid_token"));
    expect(await typesIn(product, userStream(attacker.id))).toEqual(["UserRegistered"]);
  });

  it("A3 refuses a forged, truncated or missing token", async () => {
    const { attacker, notMe } = await givenHijacking();
    const other = (await givenHijacking()).notMe;
    const spliced = `${notMe.slice(0, 40)}${other.slice(40)}`;

    for (const token of ["", "garbage", notMe.slice(0, -1), notMe.toUpperCase(), spliced, null, [notMe], 7]) {
      expect((await disown(url, token)).status).toBe(400);
    }

    expect(await typesIn(product, userStream(attacker.id))).toEqual(["UserRegistered"]);
  });

  it("A3 EV-11 changes nothing when the page or the call is only fetched, and HEAD verifies nothing", async () => {
    const { attacker, link, notMe } = await givenHijacking();
    const ownEvents = async () =>
      (await facts(product)).filter(
        ({ stream, person }) => stream === userStream(attacker.id) || person === attacker.id,
      );
    const before = await ownEvents();

    // The call that verifies is the only one that a GET may carry out.
    const requests = [
      `HEAD /api/auth/verify-email?token=${link}`,
      `HEAD /verify-email?token=${link}`,
      `GET /verify-email?token=${link}`,
      `HEAD /api/auth/not-me?token=${notMe}`,
      `GET /api/auth/not-me?token=${notMe}`,
      `HEAD /not-me?token=${notMe}`,
      `GET /not-me?token=${notMe}`,
    ];
    const statuses = [];
    for (const request of requests) statuses.push((await send(url, request)).status);

    expect(await ownEvents()).toEqual(before);
    expect(statuses).toEqual([405, 200, 200, 405, 405, 200, 200]);
    expect((await openLink(url, `?token=${link}`)).status).toBe(200);
  });
});
