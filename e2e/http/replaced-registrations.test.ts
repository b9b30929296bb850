/** @module-tag embedded/moves-clock */
import { holdSeconds, lapseSeconds } from "@attestory/command-api/accounts/registration-age.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import {
  call,
  emailsTo,
  emailTo,
  givenSignedInUser,
  givenUnverifiedUser,
  newPerson,
  notMeTokenIn,
  register,
  tokenIn,
  verify,
} from "./client.ts";
import { disown } from "./recovery-links.ts";
import { typesIn } from "./stored-log.ts";
import { givenUserWithLink, openLink, signInStatus } from "./verification-links.ts";

let lenient: InProcess;
let strict: InProcess;
beforeAll(async () => {
  lenient = await startInProcess();
  strict = await startInProcess({ ENUMERATION_PROTECTION: "strict" });
});
afterAll(() => Promise.all([lenient.remove(), strict.remove()]));

const sendRegistration = ({ url }: InProcess, body: object, headers: Record<string, string> = {}) =>
  call(url, "POST /api/auth/register", { body, headers });
const historyOf = (product: InProcess, id: string) => typesIn(product, userStream(id));
const replaced = ["UserRegistered", "RegistrationLapsed"];

describe.each(["lenient", "strict"])("an unverified registration (%s)", (mode) => {
  let product: InProcess;
  let url: string;
  beforeAll(() => {
    product = mode === "strict" ? strict : lenient;
    ({ url } = product);
  });
  const resend = (email: string) => call(url, "POST /api/auth/resend-verification", { body: { email } });

  it("A3 AU-06 makes way for another registration of its address after an hour", async () => {
    const attacker = await givenUserWithLink(url);
    product.advance(holdSeconds);
    const victim = newPerson({ email: attacker.email, password: "the victim's own" });

    const { user } = await register(url, victim);

    expect(await historyOf(product, attacker.id)).toEqual(replaced);
    expect((await openLink(url, `?token=${attacker.link}`)).body.code).toBe("invalid_token");
    await expect.poll(async () => tokenIn(await emailTo(url, victim.email))).not.toBe(attacker.link);
    await verify(url, victim.email);
    expect(await signInStatus(url, victim)).toBe(200);
    expect(await signInStatus(url, attacker)).toBe(401);
    expect(await historyOf(product, user.id)).toEqual(["UserRegistered", "EmailVerified"]);
    // The attacker's username is free as well.
    await register(url, newPerson({ username: attacker.username }));
  });

  it("A3 makes way for another registration of its username, which the check calls free", async () => {
    const squatter = await givenUserWithLink(url);
    const isFree = async () =>
      (await call(url, "POST /api/auth/check", { body: { username: squatter.username } })).body.usernameFree;
    const wanted = newPerson({ username: squatter.username.toUpperCase() });
    expect(await isFree()).toBe(false);
    expect((await sendRegistration(product, wanted)).body.code).toBe("username_taken");
    product.advance(holdSeconds);
    expect(await isFree()).toBe(true);

    await register(url, wanted);

    expect(await isFree()).toBe(false);
    expect(await historyOf(product, squatter.id)).toEqual(replaced);
    expect((await openLink(url, `?token=${squatter.link}`)).status).toBe(400);
  });

  it("A3 is not held longer by another email", async () => {
    const attacker = await givenUserWithLink(url);
    product.advance(holdSeconds - 60);
    await resend(attacker.email);
    product.advance(60);

    await register(url, newPerson({ email: attacker.email }));

    expect(await historyOf(product, attacker.id)).toEqual([
      "UserRegistered",
      "VerificationRequested",
      "RegistrationLapsed",
    ]);
  });

  it("A4 has no session any more when it can be replaced: its end would tell that it was not a decoy", async () => {
    const { id, token } = await givenUnverifiedUser(url);
    const me = async () => (await call(url, "GET /api/auth/me", { token })).status;
    expect(await me()).toBe(200);
    product.advance(holdSeconds - 9);
    expect(await me()).toBe(401);
    expect(await historyOf(product, id)).toEqual(["UserRegistered"]);
  });

  it("A3 is not replaced once it is verified", async () => {
    const owner = await givenSignedInUser(url);
    product.advance(2 * lapseSeconds);

    const { status, body } = await sendRegistration(product, newPerson({ email: owner.email }));

    expect([status, body.code]).toEqual(mode === "strict" ? [201, undefined] : [409, "email_taken"]);
    expect(await historyOf(product, owner.id)).toEqual(["UserRegistered", "EmailVerified"]);
  });

  it("A3 lapses after seven days, without another registration", async () => {
    const forgotten = await givenUserWithLink(url);
    product.advance(lapseSeconds);

    await expect.poll(() => historyOf(product, forgotten.id), { timeout: 10_000 }).toEqual(replaced);

    expect(await signInStatus(url, forgotten)).toBe(401);
    await resend(forgotten.email);
    expect(await historyOf(product, forgotten.id)).toEqual(replaced);
  });

  it("A3 gives a repeated registration its old answer, whose token is dead", async () => {
    const person = newPerson();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await sendRegistration(product, person, headers);
    product.advance(holdSeconds);
    await register(url, newPerson({ email: person.email }));

    const again = await sendRegistration(product, person, headers);

    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const request of ["GET /api/auth/me", "POST /api/auth/logout"]) {
      expect((await call(url, request, { token: first.body.token })).status).toBe(401);
    }
    expect(await historyOf(product, first.body.user.id)).toEqual(replaced);
  });
});

describe("a decoy", () => {
  it("A3 holds its username for an hour like every unverified registration", async () => {
    const owner = await givenSignedInUser(strict.url);
    const decoy = newPerson({ email: owner.email });
    const { user } = await register(strict.url, decoy);
    const wanted = newPerson({ username: decoy.username });
    expect((await sendRegistration(strict, wanted)).body.code).toBe("username_taken");
    strict.advance(holdSeconds);

    await register(strict.url, wanted);

    expect(await historyOf(strict, user.id)).toEqual(["DecoyRegistered", "RegistrationLapsed"]);
    expect(await historyOf(strict, owner.id)).toEqual(["UserRegistered", "EmailVerified"]);
  });

  it("A3 sends the email of the registration that it competes with, whose links both work", async () => {
    const victim = newPerson({ password: "the victim's own" });
    const attacker = await givenUserWithLink(strict.url);
    await register(strict.url, { ...victim, email: attacker.email });
    await expect.poll(async () => (await emailsTo(strict.url, attacker.email)).length).toBe(2);

    const notMe = notMeTokenIn(await emailTo(strict.url, attacker.email));
    const { status } = await disown(strict.url, notMe);

    expect(status).toBe(200);
    expect(await historyOf(strict, attacker.id)).toEqual(replaced);
    await register(strict.url, newPerson({ email: attacker.email, password: victim.password }));
  });
});
