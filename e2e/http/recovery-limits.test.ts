/** @module-tag embedded/moves-clock */
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, call, emailTo, newPerson, type Person, verify } from "./client.ts";
import { byStatus, from, inBatches, login } from "./limited.ts";
import { confirmTokenTo, newPassword, resetTokenTo, undoTokenTo } from "./recovery-links.ts";
import { facts, typesIn, when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1", ENUMERATION_PROTECTION: "strict" });
let url: string;
beforeAll(() => {
  product.stopClock();
  ({ url } = product);
});

let networks = 0;
const network = () => from(`10.${networks >> 8}.${networks++ & 255}.1`);
const forgot = (email: string, headers = network()) =>
  call(url, "POST /api/auth/forgot-password", { headers, body: { email } });
const reset = (token: string, headers = network()) =>
  call(url, "POST /api/auth/reset-password", {
    headers,
    body: { token, newPassword, confirmPassword: newPassword },
  });
const requestEmail = (token: string, newEmail: string) =>
  call(url, "PUT /api/user/email", { token, headers: network(), body: { newEmail } });

/** Verified and signed in; the limit of an email a minute is over. */
async function given(): Promise<Person & { id: string; token: string }> {
  const person = newPerson();
  const registered = await call(url, "POST /api/auth/register", { headers: network(), body: person });
  expect(registered.status).toBe(201);
  await verify(url, person.email);
  product.advance(60);
  const { body } = await login(url, person, { address: network()["x-forwarded-for"] });
  return { ...person, id: body.user.id, token: body.token };
}
const answerOf = ({ status, body }: Answered) => [status, body];
const resetsOf = async ({ id }: { id: string }) =>
  (await typesIn(product, userStream(id))).filter((type) => type === "PasswordResetRequested").length;

describe("recovery in strict mode, under limits", () => {
  it("RL-08 sends at most one link a minute and five emails an hour, with the same answer as for an unknown address", async () => {
    const [person, unknown] = [await given(), newPerson()];
    const answers: Answered[] = [];
    for (let minute = 0; minute < 8; minute++) {
      for (const { email } of [person, unknown, person]) answers.push(await forgot(email));
      product.advance(60);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answerOf(answer)))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    // The registration sent the first of the five.
    expect(await resetsOf(person)).toBe(4);
  });

  it("RL-08 sends at most thirty links an hour for one network", async () => {
    const people: Person[] = [];
    for (let n = 0; n < 33; n++) people.push(await given());
    const { events } = await when(product, () => inBatches(people, ({ email }) => forgot(email, from("203.0.113.9"))));
    expect(events.filter(({ type }) => type === "PasswordResetRequested")).toHaveLength(30);
  });

  it("RL-05 refuses links from a network that has tried a hundred, and no password is hashed for a wrong one", async () => {
    const tries = Array.from({ length: 110 }, () => crypto.randomUUID());
    const { 400: invalid = [], 429: refused = [] } = byStatus(
      await inBatches(tries, (token) => reset(token, from("203.0.113.20"))),
    );
    expect([invalid.length, refused.length]).toEqual([100, 10]);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("RL-05 ends the account's wait after wrong passwords with the reset, and counts guesses anew", async () => {
    const person = await given();
    const wrong = () => login(url, { ...person, password: "not it" }, { address: network()["x-forwarded-for"] });
    for (let n = 0; n < 6; n++) await wrong();
    expect((await login(url, person, { address: network()["x-forwarded-for"] })).status).toBe(429);
    product.advance(60);
    await forgot(person.email);
    expect((await reset(await resetTokenTo(url, person.email))).status).toBe(200);
    for (let n = 0; n < 4; n++) expect((await wrong()).status).toBe(401);
    const signedIn = await login(url, { ...person, password: newPassword }, { address: network()["x-forwarded-for"] });
    expect(signedIn.status).toBe(200);
  });

  it("AU-07 AU-06 does not show that a new address is taken, and sends its owner an email", async () => {
    const [owner, other] = [await given(), await given()];
    const taken = await requestEmail(owner.token, other.email);
    // Before the next request: only the newest one is worth an email.
    const sent = await emailTo(url, other.email, "You already have an account");
    expect(sent.text).not.toContain("token=");
    product.advance(60);
    const free = await requestEmail(owner.token, newPerson().email);
    expect(answerOf(taken)).toEqual(answerOf(free));
    expect(taken.status).toBe(200);
  });

  it("RL-08 limits the requests for another address of one account to one a minute for an address, and ten a day", async () => {
    const owner = await given();
    const email = newPerson().email;
    expect((await requestEmail(owner.token, email)).status).toBe(200);
    const again = await requestEmail(owner.token, email);
    expect([again.status, again.body.code]).toEqual([429, "too_many_attempts"]);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) statuses.push((await requestEmail(owner.token, newPerson().email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429, 429]);
  });

  it("UQ-05 limits the changes of a username to three a day, without counting refused ones", async () => {
    const [owner, other] = [await given(), await given()];
    const change = (username: string) =>
      call(url, "PUT /api/user/username", { token: owner.token, headers: network(), body: { username } });
    for (let n = 0; n < 5; n++) expect((await change(other.username)).status).toBe(409);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await change(newPerson().username)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it("UQ-05 frees the former address 72 hours after the change, when it can no longer be undone", async () => {
    const owner = await given();
    const { email } = newPerson();
    expect((await requestEmail(owner.token, email)).status).toBe(200);
    const token = await confirmTokenTo(url, email);
    expect((await call(url, "POST /api/auth/confirm-email", { body: { token } })).status).toBe(200);
    const undo = await undoTokenTo(url, owner.email);
    product.advance(72 * 3600 - 1);
    expect(await typesIn(product, userStream(owner.id))).not.toContain("EmailChangeSettled");
    product.advance(1);
    await expect
      .poll(() => typesIn(product, userStream(owner.id)), { timeout: 10_000 })
      .toContain("EmailChangeSettled");
    const released = (events: readonly { type: string; data: string }[]) =>
      events.some(({ type, data }) => type === "IdentifierReleased" && data.includes(owner.id));
    await expect.poll(async () => released(await facts(product)), { timeout: 10_000 }).toBe(true);
    const late = await call(url, "POST /api/auth/undo-email", { headers: network(), body: { token: undo } });
    expect([late.status, late.body.code]).toEqual([400, "invalid_token"]);
    const registered = newPerson({ email: owner.email });
    await call(url, "POST /api/auth/register", { headers: network(), body: registered });
    await verify(url, owner.email);
    expect((await login(url, registered, { address: network()["x-forwarded-for"] })).status).toBe(200);
    expect((await login(url, { ...owner, email }, { address: network()["x-forwarded-for"] })).status).toBe(200);
  });
});
